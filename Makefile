# `make app` and `make test` are all one has to know. Each sets up .venv the first time.

.PHONY: app dev serve site test bounds bench docs lint format help

help:
	@echo "make app      open the app in the browser"
	@echo "make dev      the same, and load every file anew when it is saved"
	@echo "make serve    serve it to a room: prints an address to type and a code (PORT=8501)"
	@echo "make site     write the lesson as files: site/ and site.zip (APP=https://... is linked to)"
	@echo "make test     run every test (TESTS=tests/unit runs some, JOBS=1 one at a time)"
	@echo "make bounds   run some with the oldest and the newest packages allowed (END=lowest for one end)"
	@echo "make bench    time our engine beside its peers; WHAT=hall: readers in one room"
	@echo "make docs     write docs/api/: the engine's public names, each with an example"
	@echo "make lint     check formatting, style and types; make format repairs what it can"

# With a screen the page opens by itself; without one the address is printed.
app dev:
	@.ci/setup app
	@if [ "$$(uname)" = Darwin ] || [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then headless=false; \
		else headless=true; fi; \
		exec .venv/bin/python -m streamlit run app.py \
			--server.headless=$$headless --server.showEmailPrompt=false $(watch)

# For those who edit: a saved file is loaded anew.
dev: watch = --server.fileWatcherType=auto --server.runOnSave=true

PORT ?= 8501
ADDRESS ?= 0.0.0.0

# deploy/README.md says how several processes stand behind nginx.
serve:
	@.ci/setup app
	@exec .venv/bin/python -m deploy --port $(PORT) --address $(ADDRESS)

APP ?=

# Pages that play in any browser, without a server and without a network.
site:
	@.ci/setup app
	@.venv/bin/python -m ui.site $(if $(APP),--app "$(APP)")

TESTS ?= tests
JOBS ?=

# As `uv run --group test pytest` does. What Python has compiled is kept: the tests start many processes.
test:
	@.ci/setup test
	@unset PYTHONDONTWRITEBYTECODE; \
		.venv/bin/python -m pytest -q $(if $(JOBS),-n $(patsubst 1,0,$(JOBS))) -rfER --durations=10 $(TESTS)

END ?= lowest newest

# In environments of their own, which go away again.
bounds:
	@.ci/bounds $(END)

WHAT ?=

# benchmarks/README.md has the figures.
bench:
	@.ci/setup test
	@.venv/bin/python -m benchmarks $(WHAT)

# What has the name of a function of its own is left out.
docs:
	@.ci/setup test
	@.venv/bin/python -m pdoc --no-show-source --docformat google -o docs/api \
		bpe bpe.checking bpe.interchange bpe.unigram '!bpe\.checking\.check$$'
	@echo "docs/api/index.html"

lint:
	@.ci/setup test
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .
	@.venv/bin/python -m mypy

format:
	@.ci/setup test
	@.venv/bin/ruff format .
	@.venv/bin/ruff check --fix .
