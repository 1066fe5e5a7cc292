# SPDX-License-Identifier: Apache-2.0
#
# make realworld                      fetch, build and test ordinary programs; prints a table, see docs/realworld.md
# make realworld SUBJECTS="pigz xz"   only these

.PHONY: realworld
realworld:
	@$(MAKE) --no-print-directory -s -j2 all $(B)/tests/bin/json
	@realworld/run $(SUBJECTS)
