"""SentencePiece's rules for pieces: text its trainers skip, and tokens they may not make."""

from bisect import bisect_right
from functools import cache

import regex

_LONGEST_PIECE = 16
_MARK = "▁"
_UNKNOWN = "\u2585"
BOUNDARY = "\t"
"""The character with which the library's trainer replaces its own tokens; no piece contains it."""

# Its sign for an unknown character, its boundary, and characters that break its lookup.
_FORBIDDEN = frozenset(f"\x00 {BOUNDARY}{_UNKNOWN}")
_OWN = regex.compile("<unk>|</?s>")
_PROLONGED_SOUND_MARK = "\u30fc"

_SCRIPTS = (
    "Common Latin Han Inherited Hiragana Katakana Cyrillic Greek Arabic Hebrew Hangul Devanagari "
    "Thai Bengali Armenian Georgian Ethiopic Tamil Telugu Kannada Malayalam Gujarati Gurmukhi "
    "Oriya Sinhala Lao Tibetan Myanmar Khmer Mongolian Bopomofo Cherokee Canadian_Aboriginal Ogham "
    "Runic Syriac Thaana Yi Nko Tifinagh Coptic Gothic Old_Italic Deseret Tagalog Hanunoo Buhid "
    "Tagbanwa Limbu Tai_Le Linear_B Ugaritic Shavian Osmanya Cypriot Braille Buginese New_Tai_Lue "
    "Glagolitic Syloti_Nagri Old_Persian Kharoshthi Balinese Cuneiform Phoenician Phags_Pa "
    "Sundanese Lepcha Ol_Chiki Vai Saurashtra Kayah_Li Rejang Lycian Carian Lydian Cham Tai_Tham "
    "Tai_Viet Avestan Egyptian_Hieroglyphs Samaritan Lisu Bamum Javanese Meetei_Mayek "
    "Imperial_Aramaic Old_South_Arabian Inscriptional_Parthian Inscriptional_Pahlavi Old_Turkic "
    "Kaithi Batak Brahmi Mandaic Chakma Meroitic_Cursive Meroitic_Hieroglyphs Miao Sharada "
    "Sora_Sompeng Takri Caucasian_Albanian Bassa_Vah Duployan Elbasan Grantha Pahawh_Hmong Khojki "
    "Linear_A Mahajani Manichaean Mende_Kikakui Modi Mro Old_North_Arabian Nabataean Palmyrene "
    "Pau_Cin_Hau Old_Permic Psalter_Pahlavi Siddham Khudawadi Tirhuta Warang_Citi Ahom Hatran "
    "Anatolian_Hieroglyphs Old_Hungarian Multani SignWriting Adlam Bhaiksuki Marchen Newa Osage "
    "Tangut"
)
_SCRIPT = regex.compile("|".join(rf"(?P<{name}>\p{{Script={name}}})" for name in _SCRIPTS.split()))

# The library uses Unicode 9, in which later letters count as Common. Ranges of code points
# (hexadecimal) that have had their own script since then.
_NEWER_RANGES = (
    "558 560 588-589 58b-58c 5c8-5c9 5ef 61c-61d 7fd-7ff 860-89f 8b5 8be-8d3 9fc-9fe a76 "
    "afa-aff b53-b55 c04 c3c c5c-c5d c77 c84 cdc-cdd cf3-d00 d04 d3b-d3c d81 e86 e89 e8c "
    "e8e-e93 e98 ea0 ea8-ea9 eac eba ece 170d 1715-171f 180f 1878 1abf-1af0 1b4c-1b4f "
    "1b7d-1b7f 1c89-1cbf 1df6-1dfa 209d-209f 2c2f 2c5f 312e-312f 31bb-31bf 4db6-4dbf "
    "9fd6-9fff a7af a7b8-a7f6 a82c a8fe-a8ff ab66-ab6d fbc2-fbd2 fd40-fd4f fd90-fd91 "
    "fdc8-fdcf fdfe-fdff 1032d-1032f 10570-105f3 10780-107bf 10940-10959 10a34-10a35 10a48 "
    "10d00-10d8f 10e80-10ff6 11070-11075 110c2-110cd 11144-11147 111ce-111cf 1123f-11241 "
    "1133b 11380-113e2 1145a 1145e-11461 116b8-116b9 116d0-116e3 1171a 11740-1183b "
    "11900-11abf 11b00-11bf9 11d00-11fff 1246f 12475-1247f 12550-12ff2 1342f-143fa "
    "16100-16139 16a70-16ac9 16d40-16ed3 16f45-16f4f 16f7f-16f87 16fe1-16ff6 187ed-187ff "
    "18af3-1affe 1b002-1b2fb 1cf00-1d128 1d25b-1d25c 1df00-1dfff 1e030-1e7fe 1e94b "
    "2a6d7-2a6df 2b735-2b73f 2b81e 2cea2-2ee5d 30000-33479"
)
_NEWER = [
    (int(first, 16), int(last or first, 16))
    for first, _, last in (part.partition("-") for part in _NEWER_RANGES.split())
]
_NEWER_STARTS = [first for first, _ in _NEWER]


def learned_lines(text: str) -> str:
    """Return a text without the lines that the library's trainer skips: those with U+2585."""
    if _UNKNOWN not in text:
        return text
    return "\n".join(line for line in text.split("\n") if _UNKNOWN not in line)


def learned_word(word: str) -> str:
    """Return a normalized word with `<unk>`, `<s>` and `</s>` replaced by `BOUNDARY`."""
    return _OWN.sub(BOUNDARY, word) if "<" in word else word


def sentencepiece_forbids(token: str, longest: int | None = None) -> str | None:
    """Return the rule that forbids this piece in SentencePiece, or None.

    "length": more than `longest` code points, by default 16 (or no limit). "mark": `▁` not at the
    beginning. "script": two scripts in one piece; kana and kanji are one script, digits and
    punctuation another (Common), and a combining mark belongs to the preceding character.
    "character": one that no piece may contain. The first violation from the left counts.
    Source: IsValidSentencePiece in trainer_interface.cc, with the trainer's defaults.
    """
    if not 1 <= len(token) <= (_LONGEST_PIECE if longest is None else longest):
        return "length"
    previous = None
    for position, character in enumerate(token):
        if character in _FORBIDDEN or "\ud800" <= character <= "\udfff":
            return "character"
        if character == _MARK:
            if position > 0:
                return "mark"
            continue
        script = piece_script(character)
        if script == "Inherited":
            continue
        if previous is not None and script != previous:
            return "script"
        previous = script
    return None


@cache
def piece_script(character: str) -> str:
    """Return the script of a character in SentencePiece, by its Unicode name."""
    if character == _PROLONGED_SOUND_MARK:
        return "Han"
    if character in "\u0953\u0954":
        return "Devanagari"
    code_point = ord(character)
    place = bisect_right(_NEWER_STARTS, code_point) - 1
    if place >= 0 and code_point <= _NEWER[place][1]:
        return "Common"
    match = _SCRIPT.match(character)
    script = (match and match.lastgroup) or "Common"
    return "Han" if script in ("Hiragana", "Katakana") else script
