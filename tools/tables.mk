# SPDX-License-Identifier: Apache-2.0
#
# make tables                   what the papers' tables are with Heddle, next to what was published; docs/tables.md. Takes long.
# make tables QUICK=1           few figures of some of them, in about a minute
# make tables TABLES=02-bugs    only these; REAL=1: 20-real-programs fetches and builds real programs
# Then docs/results.md is written anew from all tables that are in build/tables, unless QUICK=1.

.PHONY: tables
tables:
	@$(MAKE) --no-print-directory -s -j2 all $(B)/tests/bin/json
	@status=0; QUICK=$(QUICK) bench/tables/run $(TABLES) || status=$$?; \
	[ -n "$(QUICK)" ] || { bench/tables/results >docs/results.md.new && mv docs/results.md.new docs/results.md; } || status=1; exit $$status
