# SPDX-License-Identifier: Apache-2.0
#
# make lint: formatting, warnings of two compilers, static checks, directions of include, shell scripts.
# make format: put the code into the form that lint wants.

# In two steps, because before the first one pkg-config may be missing.
lint: deps
	@$(MAKE) --no-print-directory -s -j2 all
	@tools/lint

format:
	clang-format -i $(shell tools/lint --files)
