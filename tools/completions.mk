# SPDX-License-Identifier: Apache-2.0
#
# Completion for shells, made from the program's own help.
COMPLETIONS := $(B)/completions/heddle.bash $(B)/completions/_heddle $(B)/completions/heddle.fish
$(B)/completions/heddle.bash: SHELL_NAME := bash
$(B)/completions/_heddle: SHELL_NAME := zsh
$(B)/completions/heddle.fish: SHELL_NAME := fish
$(COMPLETIONS): $(B)/bin/heddle tools/completions
	@mkdir -p $(@D)
	@echo "  GEN $@"; tools/completions $(SHELL_NAME) $(B)/bin/heddle >$@.new && mv $@.new $@
# Part of all: tests that install or complete at the same time find them made.
all: completions
completions: $(COMPLETIONS)
.PHONY: completions

install: install-completions
install-completions: $(COMPLETIONS)
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install -m644 $(B)/completions/heddle.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/heddle
	install -m644 $(B)/completions/_heddle $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_heddle
	install -m644 $(B)/completions/heddle.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/heddle.fish
.PHONY: install-completions
