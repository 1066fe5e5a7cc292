# SPDX-License-Identifier: Apache-2.0
#
# make deps: install what building and testing need, see tools/deps.
deps:
	tools/deps
