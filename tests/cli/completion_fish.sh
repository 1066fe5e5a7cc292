#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# fish completes commands, options and strategies.
. "$(dirname "$0")/../lib.sh"
command -v fish >/dev/null || skip "there is no fish"
make -s -C "$ROOT" B="$B" completions >"$T/log" 2>&1 || { cat "$T/log" && fail "make completions"; }
completes()
{
	local got
	got=$(HOME=$T XDG_CONFIG_HOME=$T fish --no-config -c "source '$B/completions/heddle.fish'; complete -C '$2'" 2>&1 | cut -f1)
	grep -qx -- "$1" <<<"$got" || fail "$2 is completed by $got, without $1"
}
completes test "heddle te"
completes --summary "heddle show --su"
completes pct-large "heddle test -s pc"
completes github "heddle test --annotations "
