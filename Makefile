# The two commands a fresh machine needs are `make play` and `make test`; each installs what it needs.

PYTHON ?= python3
VENV := .venv
STAMP := $(VENV)/.installed
RUN := $(VENV)/bin

.PHONY: play test check bench torture warm clean

play: $(STAMP)
	@$(RUN)/byways warm
	@$(RUN)/byways serve $(ARGS)

test: $(STAMP)
	@scripts/install-browser || true
	@$(RUN)/pytest -m "not torture" $(ARGS)

check: $(STAMP)
	@$(RUN)/ruff format --check .
	@$(RUN)/ruff check .
	@$(RUN)/mypy
	@$(RUN)/pytest -m "not torture and not browser and not slow" $(ARGS)

bench: $(STAMP)
	@$(RUN)/python -m benchmarks $(ARGS)

torture: $(STAMP)
	@scripts/install-browser || true
	@$(RUN)/pytest -m torture $(ARGS)

warm: $(STAMP)
	@$(RUN)/byways warm

# Written last, so that a broken install is repaired by the next call.
$(STAMP): pyproject.toml constraints.txt scripts/install
	@PYTHON=$(PYTHON) scripts/install $(VENV)
	@touch $@

clean:
	rm -rf $(VENV) build dist src/*.egg-info
