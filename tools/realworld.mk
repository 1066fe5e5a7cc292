# SPDX-License-Identifier: Apache-2.0
#
# make realworld                      fetch, build and test ordinary programs; prints a table, see docs/realworld.md
# make realworld SUBJECTS="pigz xz"   only these programs
# make realworld SUITES="nng libuv"   only these test suites of libraries
# make realworld CONTRACTS="zlib"     only what these libraries say about threads, see docs/gen.md; GEN_SECONDS=600 for longer

.PHONY: realworld
realworld:
	@$(MAKE) --no-print-directory -s -j2 all $(B)/tests/bin/json
	$(if $(SUITES)$(SUBJECTS)$(CONTRACTS),$(if $(SUBJECTS),@realworld/run $(SUBJECTS)),@realworld/run)
	$(if $(SUITES)$(SUBJECTS)$(CONTRACTS),$(if $(SUITES),@realworld/suite $(SUITES)),@realworld/suite)
	$(if $(SUITES)$(SUBJECTS)$(CONTRACTS),$(if $(CONTRACTS),@realworld/contracts $(CONTRACTS)),@realworld/contracts)
