# make deps: install what building and testing need, see tools/deps.
deps:
	tools/deps
