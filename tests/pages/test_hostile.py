"""Readers' input is drawn as text: none of it is read as Markdown or HTML.

Every string that a page sends to the browser is looked at. Each hostile word below has the letters
`zq`, which no catalogue has: inside Markdown they are in a span of code, made by `ui.text.quoted`.
"""

import json

from bpe import train
from bpe.interchange import to_tokenizer_json
from tests.pages.hostile import BROUGHT, HOSTILE, NAME, live, walk
from tests.pages.walking import CHOICES


def test_a_value_of_an_address_is_text_where_it_is_refused(open_page):
    """Whatever it is called; every page says so in the same way."""
    for name in ("", "joint"):
        app = open_page(name, **dict.fromkeys(CHOICES, HOSTILE))
        assert not live(app)
        assert len(app.warning) >= len(CHOICES) / 2


def test_the_name_of_a_file_and_of_its_columns_are_text(open_page):
    """For a text, a table and a refused file."""
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
    """Their names, and the tokens in them, special ones too."""
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
    """Its name, and what is said of it."""
    app = open_page("check", **BROUGHT)
    for data in (b"\xff\xff", b"z q\nzq </w>\n** zq\n"):
        app.file_uploader(key="check_file").set_value((f"{NAME}.txt", data, "")).run()
        assert not live(app)
    walk(app, "check")
