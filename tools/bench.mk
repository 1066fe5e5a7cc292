# SPDX-License-Identifier: Apache-2.0
#
# make bench: figures as ratios, all taken in one run on one core, beside what they should be.

BENCH := $(patsubst bench/%.c,$(B)/bench/%,$(wildcard bench/driver*.c))
$(B)/bench/%: bench/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE) $(CFLAGS) -o $@ $< -lm

.PHONY: bench-tools
bench-tools: all $(BENCH) $(B)/tests/bin/json

bench: deps
	@$(MAKE) --no-print-directory -s -j2 bench-tools
	@bench/run

# How many workers a store on a server keeps busy, by simulation: with the costs that docs/many-machines.md names.
.PHONY: campaign-scale
campaign-scale: $(B)/bench/campaign_scale
	@echo "one program:"; $(B)/bench/campaign_scale 2 6 240 0.1 30 1
	@echo "sixteen programs:"; $(B)/bench/campaign_scale 2 6 240 0.1 30 16

# No failure in an hour over all programs that are right.
.PHONY: soak
soak: all $(B)/tests/bin/json
	@bench/soak
