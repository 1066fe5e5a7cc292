# SPDX-License-Identifier: Apache-2.0
#
# make lint: formatting, warnings of two compilers, static checks, directions of include, shell scripts.
# make format: put the code into the form that lint wants.

lint: deps
	@tools/lint

format:
	clang-format -i $(shell tools/lint --files)
