"""Readers' input is drawn as text: none of it is read as Markdown or HTML.

Every string that a page sends to the browser is examined. Each hostile word has the letters `zq`,
which no catalogue has: inside Markdown they must be in a span of code, made by `ui.text.quoted`.
"""

import json

from bpe import train
from bpe.interchange import to_tokenizer_json
from tests.pages.hostile import BROUGHT, HOSTILE, NAME, live, walk
from tests.pages.walking import CHOICES


def test_a_value_of_an_address_is_text_where_it_is_refused(open_page):
    """A hostile value of any choice is refused in a warning that shows the value as text."""
    for name in ("", "joint"):
        app = open_page(name, **dict.fromkeys(CHOICES, HOSTILE))
        assert not live(app)
        assert len(app.warning) >= len(CHOICES) / 2


def test_the_name_of_a_file_and_of_its_columns_are_text(open_page):
    """The files are a text, a table, an empty file, an unknown type, and two texts of a pair."""
    columns = ",".join(f'"{each}"' for each in NAME.replace('"', '""').replace(",", "").split())
    rows = ("zqa,5" + ",1" * columns.count(",") + "\n") * 3
    files = {
        f"{NAME}.txt": HOSTILE.encode(),
        f"{NAME}.csv": f"{columns}\n{rows}".encode(),
        f"{NAME} .txt": b"",
        f"{NAME} .exe": b"zq",
    }
    for name, data in files.items():
        app = open_page("train")
        app.selectbox(key="corpus").set_value("uploaded").run()
        app.file_uploader(key="file").set_value((name, data, "")).run()
        assert not live(app), name
    pair = open_page("joint")
    pair.selectbox(key="pair").set_value("two-files").run()
    for side in (0, 1):
        file = (f"{NAME}{side}.txt", HOSTILE.encode(), "")
        pair.file_uploader(key=f"pair_file_{side}").set_value(file).run()
    walk(pair, "joint")


def test_a_tokenizer_s_files_are_text(open_page):
    """The names of the files, their tokens and their special tokens are shown as text."""
    made = json.loads(to_tokenizer_json(train(HOSTILE, "gpt", max_merges=50)))
    looks = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    made["added_tokens"] = [
        {"id": 9000 + place, "content": word, "special": True, **looks}
        for place, word in enumerate(dict.fromkeys(HOSTILE.split()))
    ]
    file = (f"{NAME}.json", json.dumps(made).encode(), "")
    app = open_page("models", sentence=HOSTILE, beside="own")
    app.file_uploader(key="tokenizer_upload_0").set_value([(f"{NAME}.json", b"{", "")]).run()
    assert not live(app)
    app.file_uploader(key="tokenizer_upload_1").set_value([file]).run()
    walk(app, "models")


def test_a_list_of_merges_is_text(open_page):
    """The name of the list and the sentences about it are shown as text."""
    app = open_page("check", **BROUGHT)
    for data in (b"\xff\xff", b"z q\nzq </w>\n** zq\n"):
        app.file_uploader(key="check_file").set_value((f"{NAME}.txt", data, "")).run()
        assert not live(app)
    walk(app, "check")
