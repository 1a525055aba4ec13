"""Sentences of several languages, for guessing encodings."""

# Article 1 of the Universal Declaration of Human Rights, which is in the public domain.
LANGUAGES = {
    "Arabic": "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق وقد وهبوا عقلا وضميرا وعليهم أن "
    "يعامل بعضهم بعضا بروح الإخاء.",
    "Bulgarian": "Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с "
    "разум и съвест и следва да се отнасят помежду си в дух на братство.",
    "Chinese": "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。",
    "Croatian": "Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su "
    "obdarena razumom i sviješću i trebaju jedna prema drugima postupati u duhu bratstva.",
    "Czech": "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni "
    "rozumem a svědomím a mají spolu jednat v duchu bratrství.",
    "English": "It was naïve – or so they said – to leave the café: “the books cost £5”, he wrote, "
    "“and it’s 20° outside…”",
    "Estonian": "Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt. Neile "
    "on antud mõistus ja südametunnistus.",
    "French": "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils "
    "sont doués de raison et de conscience. Ça fait déjà l'été à Besançon.",
    "German": "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sollen "
    "einander im Geiste der Brüderlichkeit begegnen. Schöne Grüße aus Köln.",
    "Greek": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. "
    "Είναι προικισμένοι με λογική και συνείδηση.",
    "Hebrew": "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, "
    "לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחוה.",
    "Hungarian": "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az "
    "emberek, ésszel és lelkiismerettel bírván, testvéri szellemben kell hogy viseltessenek.",
    "Japanese": "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。"
    "人間は、理性と良心とを授けられている。",
    "Korean": "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. "
    "인간은 천부적으로 이성과 양심을 부여받았다.",
    "Latvian": "Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir "
    "apveltīti ar saprātu un sirdsapziņu.",
    "Lithuanian": "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas "
    "protas ir sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai.",
    "Polish": "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są "
    "oni obdarzeni rozumem i sumieniem. Zażółć gęślą jaźń.",
    "Russian": "Все люди рождаются свободными и равными в своем достоинстве и правах. Они "
    "наделены разумом и совестью и должны поступать в духе братства.",
    "Spanish": "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, "
    "dotados como están de razón, deben comportarse fraternalmente. ¿Dónde está el niño?",
    "Swedish": "Alla människor är födda fria och lika i värde och rättigheter. De har utrustats "
    "med förnuft och samvete.",
    "Taiwanese": "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，"
    "這裏面並應以兄弟關係的精神相對待。",
    "Thai": "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม",
    "Turkish": "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana "
    "sahiptirler. İstanbul'da çocuklar bahçede oynuyor.",
    "Ukrainian": "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони "
    "наділені розумом і совістю. Їжак і ґава.",
}

WRITTEN_IN = {
    "Arabic": ("cp1256", "iso8859-6"),
    "Bulgarian": ("cp1251", "iso8859-5"),
    "Chinese": ("gb18030", "utf-16-le", "utf-16-be"),
    "Croatian": ("cp1250", "iso8859-2"),
    "Czech": ("cp1250", "iso8859-2", "cp852"),
    "English": ("cp1252", "utf-16-le"),
    "Estonian": ("cp1257",),
    "French": ("cp1252", "cp850"),
    "German": ("cp1252", "cp437", "cp850", "utf-16-le"),
    "Greek": ("cp1253", "iso8859-7"),
    "Hebrew": ("cp1255", "iso8859-8"),
    "Hungarian": ("cp1250",),
    "Japanese": ("cp932", "euc_jp", "iso2022_jp"),
    "Korean": ("cp949",),
    "Latvian": ("cp1257", "iso8859-13"),
    "Lithuanian": ("cp1257", "iso8859-13"),
    "Polish": ("cp1250", "iso8859-2", "cp852"),
    "Russian": ("cp1251", "koi8-r", "cp866", "iso8859-5", "cp855"),
    "Spanish": ("cp1252", "cp437", "cp850"),
    "Swedish": ("cp1252", "cp850"),
    "Taiwanese": ("cp950", "big5hkscs"),
    "Thai": ("cp874",),
    "Turkish": ("cp1254",),
    "Ukrainian": ("cp1251", "koi8-u"),
}
"""Language -> encodings in which files of this language exist."""
