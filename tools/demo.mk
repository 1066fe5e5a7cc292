# SPDX-License-Identifier: Apache-2.0
#
# make demo: from a fresh clone to a bug that is found, shown and replayed.

demo:
	@tools/deps build
	@$(MAKE) --no-print-directory -s -j2 all
	@tools/demo
