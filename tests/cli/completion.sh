#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# bash completes commands, options, strategies and files.
. "$(dirname "$0")/../lib.sh"
make -s -C "$ROOT" B="$B" completions >"$T/log" 2>&1 || { cat "$T/log" && fail "make completions"; }

# completes EXPECTED WORD…: the last word is what is completed. EXPECTED: the words that it can be, or some of them and "…".
completes()
{
	local expected=$1 got
	shift
	got=$(bash --norc -c '
		. "$1"
		shift
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
		_heddle
		printf "%s\n" "${COMPREPLY[@]}"' _ "$B/completions/heddle.bash" "$@" 2>"$T/stderr" | sort | tr '\n' ' ')
	[[ ! -s $T/stderr ]] || fail "$* prints $(cat "$T/stderr")"
	case $expected in
	*…) [[ " $got" == *" ${expected%…}"* ]] || fail "$* is completed by $got, without ${expected%…}" ;;
	*) [ "$got" = "$expected" ] || fail "$* is completed by $got instead of $expected" ;;
	esac
}
completes "test " heddle te
completes "replay report " heddle re
completes "show " heddle help sh
completes "--summary " heddle show --su
completes "--steps= " heddle show --st
completes "--exit-codes= …" heddle test --e
completes "pct pct-large " heddle test -s pc
completes "race random rf round-robin …" heddle test --strategy = r
completes "github none " heddle test --annotations = ""
completes "--gdb= …" heddle replay --
for command in $("$HEDDLE" --help | sed -n 's/^  heddle \([a-z+]*\) .*/\1/p' | grep -vx help); do
	completes "$command …" heddle ""
done
