# `make app` and `make test` are all one has to know. Each sets up .venv the first time.

.PHONY: app test bench lint format help

help:
	@echo "make app      open the app in the browser"
	@echo "make test     run every test (TESTS=tests/unit runs some, JOBS=1 one at a time)"
	@echo "make bench    time our engine beside its peers"
	@echo "make lint     check formatting and style; make format repairs what it can"

# With a screen the page opens by itself; without one the address is printed.
app:
	@.ci/setup app
	@if [ "$$(uname)" = Darwin ] || [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then headless=false; \
		else headless=true; fi; \
		exec .venv/bin/python -m streamlit run app.py \
			--server.headless=$$headless --server.showEmailPrompt=false

TESTS ?= tests
JOBS ?= 2

# Finding the browser once, before the tests start, keeps parallel workers from installing two.
test:
	@.ci/setup test
	@CHROMIUM="$$(.venv/bin/python tests/browser/provision.py)" && export CHROMIUM \
		&& .venv/bin/python -m pytest -q -n $(JOBS) --dist loadfile --durations=10 $(TESTS)

bench:
	@.ci/setup test
	@.venv/bin/python -m benchmarks

lint:
	@.ci/setup test
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .

format:
	@.ci/setup test
	@.venv/bin/ruff format .
	@.venv/bin/ruff check --fix .
