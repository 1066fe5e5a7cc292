#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# zsh completes commands, options and strategies. A shell in a pseudo terminal is the only one that does.
. "$(dirname "$0")/../lib.sh"
command -v zsh >/dev/null || skip "there is no zsh"
make -s -C "$ROOT" B="$B" completions >"$T/log" 2>&1 || { cat "$T/log" && fail "make completions"; }
cat >"$T/complete.zsh" <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
send() { zpty -w shell "$1" }
send "fpath=($2 \$fpath); autoload -Uz compinit; compinit -D -u; compdef _heddle heddle; PS1=; unsetopt prompt_cr zle_bracketed_paste; LISTMAX=1000; print READY"
zpty -r -m shell line "*READY*READY*" || exit 1
zpty -n -w shell "$1"$'\t'
zpty -n -w shell $'\C-a\C-kprint END\n'
zpty -r -m shell line "*END*END*"
print -r -- "$line"
END
completes()
{
	local got
	got=$(timeout 100 zsh -f "$T/complete.zsh" "$2" "$B/completions" 2>&1 | tr -d '\r' | sed 's/\x1b\[[0-9;?]*[A-Za-z]//g')
	grep -q -- "$1" <<<"$got" || fail "$2 is completed by $got, without $1"
}
completes "heddle test" "heddle te"
completes "--summary" "heddle show --su"
completes "pct-large" "heddle test -s pct-"
