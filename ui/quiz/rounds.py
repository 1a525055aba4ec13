"""The rounds of the quiz: short runs, drawn by a seed until their record shows what to learn."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from bpe import PRESETS, Corpus, Encoding, Scheme, Training, train
from bpe.readings import lessons
from bpe.readings.lessons import Finding

PLAIN = replace(PRESETS["paper"], boundary="none")
"""Merges of letters alone, as a beginner counts them by hand."""

DRAWS = 5_000
"""Corpora drawn at most until one shows what a round is about; most need fewer than a hundred."""

KEPT = 64
"""Rounds kept of all that readers have asked for."""

_RIVALS = {
    "en": """low slow show grow blow flow snow owl bowl old cold gold bold fold hold wolf""",
    "zh": """大学生 中学生 小学生 留学生 学生会 学生证 老师 老人 音乐 音乐会 图书 图书馆 科学
        科学家 国家 大家 教室 校园""",
}
_DRAWN_OUT = {
    "en": """hmm hmmm shh shhh brrr grr grrr ahh ahhh aah aaah ooh oooh zzz pfff mmm mmmm nooo
        yesss sooo wooo haaa psss eeek whee aww awww""",
    "zh": """哈哈 哈哈哈 哈哈哈哈 呵呵呵 嘻嘻嘻 嘿嘿嘿 啦啦啦 啊啊啊 啊啊啊啊 呜呜呜 哇哇哇 嗯嗯嗯
        咚咚咚 叮叮当 叮叮叮 哗啦啦 轰隆隆 喵喵喵 汪汪汪 咕咕咕 喔喔喔 笑哈哈 笑嘻嘻 乐呵呵""",
}
_SHARED = {
    "en": """low lower slow slower blow show shower snow flow flower grow grower new newer renew
        old cold gold older colder bold fold west test best rest nest""",
    "zh": """大学生活 中学生活 小学生活 大学校长 中学校长 小学校长 大学校园 中学校园 小学校园
        大学老师 中学老师 小学老师 学生活动 学生生活 校园生活 校园活动 老师生活 学校生活
        学校老师""",
}
_ENDINGS = {
    "en": """sees less uses eyes ease seas rests tests nets east nest never over here there were
        eye yes bees trees free tree set sets""",
    "zh": """学生 先生 医生 人生 一生 花生 生日 生活 生气 生命 国家 大家 作家 画家 一家 家人 家里
        家庭 大人 老人 一人 人们 人口 大学 中学 学校 学习 日子 孩子 子女""",
}
_SHORT = {
    "en": """hug hugs pug pugs bug bugs bun buns pun puns run runs gun guns sun mug mugs jug fun nun
        hub tub""",
    "zh": """大学 小学 中学 大人 小人 老人 大小 学生 先生 人生 大声 小声 老师 师生 葡萄 玻璃 蝴蝶
        蜘蛛 骆驼 橄榄""",
}
_COMPARED = {
    "en": """low lower lowest slow slower slowest new newer newest wide wider widest fast faster
        fastest cold colder coldest west east rest test""",
    "zh": """研究 研究生 研究生命 研究生活 大学 大学生 大学生活 学生 学生会 学生活动 学生生活 生活
        生命 生命科学 科学 科学研究 动物 动物学 动物生活 大学研究生 大学研究生活 中学生活动 学校
        大学校长 校长 校长大会 长大""",
}
_BEYOND_ASCII = {
    "en": """café fête naïve crème élan père mère été über für señor ñandú 好 你好 他 他们
        我们 你们 人们 😀 😂 😀😁 😀😂 👍""",
    "zh": """你好 你们 他们 她们 我们 人们 什么 今天 从来 代表 以前 休息 会议 但是 作业 café é è
        😀 😂 😀😁""",
}


@dataclass(frozen=True)
class Kind:
    """What the rounds of one name are drawn from.

    Attributes:
        name: what the round is called in the catalogue.
        scheme: by which rules it is trained.
        pool: language -> the words that it may have, parted by spaces.
        words: how many of them it has.
        most: a word occurs from once up to so often.
        steps: merges.
        shows: finds what is to be learned in a training, or returns None.
    """

    name: str
    scheme: Scheme
    pool: Mapping[str, str]
    words: int
    most: int
    steps: int
    shows: Callable[[Training], Finding | None]


@dataclass(frozen=True)
class Round:
    """One round, ready to be played.

    Attributes:
        number, seed, words: what the address calls it; its words are of that language.
        name: what the catalogue calls it.
        training: the run, or the run whose merges encode.
        found: what it shows.
        encoding: the word to be encoded, in a round about encoding.
    """

    number: int
    seed: int
    words: str
    name: str
    training: Training
    found: Finding
    encoding: Encoding | None = None

    @property
    def place(self) -> str:
        """What it is called where its score is kept."""
        return f"quiz-{self.number}-{self.seed}" + ("" if self.words == "en" else f"-{self.words}")

    @property
    def steps(self) -> int:
        """Merges to predict."""
        if self.encoding is None:
            return len(self.training)
        return max(len(word.steps) for word in self.encoding.words)


ORDER = Kind("order", PLAIN, _COMPARED, 6, 6, 9, lambda training: None)
"""Its lesson is about a word besides; see `_encoded`."""

KINDS = (
    Kind("weights", PLAIN, _RIVALS, 5, 9, 5, lessons.weights),
    Kind("overlap", PLAIN, _DRAWN_OUT, 5, 6, 4, lessons.overlap),
    Kind("ties", PLAIN, _SHARED, 5, 1, 4, lessons.ties),
    Kind("mark", PRESETS["paper"], _ENDINGS, 5, 5, 5, lessons.mark),
    Kind("score", PRESETS["wordpiece"], _SHORT, 5, 12, 4, lessons.score),
    ORDER,
    Kind("bytes", PRESETS["gpt"], _BEYOND_ASCII, 5, 6, 5, lessons.half_characters),
)
"""The rounds from easy to hard; the first has the number 1."""


@lru_cache(KEPT)
def make_round(number: int, seed: int, words: str = "en") -> Round:
    """Draw a round of words of a language; the same number and seed always give the same round."""
    kind = KINDS[number - 1]
    chance, pool = random.Random(f"{kind.name} {seed}"), kind.pool[words].split()
    for _ in range(DRAWS):
        training = _drawn(kind, pool, chance)
        if len(training) < kind.steps or training.merges[-1].count < 2:
            continue
        if kind is ORDER:
            found = _encoded(training, pool, chance)
            if found is not None:
                word = str(found.values["word"])
                encoding = training.tokenizer().encode(word)
                return Round(number, seed, words, kind.name, training, found, encoding)
            continue
        found = kind.shows(training)
        if found is not None:
            return Round(number, seed, words, kind.name, training, found)
    raise LookupError(f"No round {kind.name} came up for seed {seed} in {DRAWS} draws.")


def _drawn(kind: Kind, pool: list[str], chance: random.Random) -> Training:
    """Train on words drawn from the pool, each with a count."""
    words = chance.sample(pool, kind.words)
    counts = {word: chance.randint(1, kind.most) for word in words}
    return train(Corpus.from_counts(counts), kind.scheme, max_merges=kind.steps)


def _encoded(training: Training, pool: list[str], chance: random.Random) -> Finding | None:
    """Find a word of the pool that is not in the corpus and that its order of merges decides."""
    words = [word for word in pool if word not in training.corpus.words]
    chance.shuffle(words)
    for word in words:
        found = lessons.order(training, word)
        if found is not None and len(training.tokenizer().encode(word).words[0].steps) >= 3:
            return found
    return None
