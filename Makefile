# The two commands a fresh machine needs are `make play` and `make test`; each installs what it needs.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
SOURCES := pyproject.toml constraints.txt scripts/setup/install
# Tests run in one process more than there are cores, at most four (tests/conftest.py); ARGS="-n 0" does without.
# A test that hangs is named after five minutes and fails; the longest takes half of one. Where a process dies the rest
# is not shared out again: pytest-xdist would wait for ever for what is done already (its issue 1378). A test that
# fails is run once again, as a busy machine may starve servers and browsers; the summary names it (RERUN).
BESIDE := -n auto --dist loadscope --max-worker-restart 0 --timeout 300

.PHONY: play test check bench docs torture clean

play: $(VENV)/.play
	@$(RUN)/byways serve $(ARGS)

# Rules and searches are compiled first, so that no page of a test waits for a compiler.
test: $(VENV)/.test
	@scripts/setup/install-browser
	@scripts/setup/install-servers
	@scripts/setup/install-controller $(VENV)
	@$(RUN)/byways warm
	@$(RUN)/pytest -m "not torture" $(BESIDE) --reruns 1 $(ARGS)

check: $(VENV)/.test
	@$(RUN)/ruff format --check .
	@$(RUN)/ruff check .
	@$(RUN)/mypy
	@$(RUN)/deptry src
	@scripts/setup/check-scripts
	@$(RUN)/pytest -m "not torture and not browser and not slow" $(BESIDE) $(ARGS)

# RIVALS=1 measures pgx, Ludax and python-chess too, which scripts/setup/install-rivals puts into an environment of their own.
bench: $(VENV)/.test $(if $(RIVALS),$(VENV)-rivals/.rivals)
	@$(if $(RIVALS),BYWAYS_RIVALS=$(VENV)-rivals/bin/python) $(RUN)/python -m benchmarks $(ARGS)

docs: $(VENV)/.test
	@$(RUN)/python scripts/setup/docs

torture: $(VENV)/.test
	@scripts/setup/install-browser
	@scripts/setup/install-servers
	@$(RUN)/pytest -m torture $(ARGS)

# The stamps are written last, so that a broken install is repaired by the next call.
$(VENV)/.play: $(SOURCES)
	@PYTHON=$(PYTHON) scripts/setup/install $(VENV) site
	@touch $@

$(VENV)/.test: $(SOURCES)
	@PYTHON=$(PYTHON) scripts/setup/install $(VENV) dev
	@touch $@ $(VENV)/.play

$(VENV)-rivals/.rivals: constraints-rivals.txt scripts/setup/install-rivals
	@PYTHON=$(PYTHON) scripts/setup/install-rivals $(VENV)-rivals
	@touch $@

clean:
	rm -rf $(VENV) $(VENV)-rivals build dist site-docs src/*.egg-info
