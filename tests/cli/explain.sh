#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The sentence that says why a program fails names the lines that make it fail, and no others: of each bug in explained.c those
# that are marked with its name.
. "$(dirname "$0")/../lib.sh"
source=$ROOT/tests/cli/explained.c program=$T/explained

# lines_marked BUG, lines_named: numbers of lines, in order, in one line.
lines_marked() { grep -n "@$1 \*/" "$source" | cut -d: -f1 | paste -sd' '; }
lines_named() { { grep -oE 'explained\.c:[0-9]+' || true; } | cut -d: -f2 | sort -nu | paste -sd" "; }

"$B/bin/heddle-cc" -std=gnu17 -O1 -g -Wall -Wextra -pthread -o "$program" "$source"
bugs=$(grep -oE '@[a-z0-9_]+ \*/' "$source" | sed 's,^@,,;s, .*,,' | sort -u)
[ "$(wc -w <<<"$bugs")" -ge 15 ] || fail "where are the bugs of $source?"
wrong=0
for bug in $bugs; do
	rm -rf "$T/out"
	run 1 "$HEDDLE" test -q -j 1 -n 3000 -t 500 --minimize 500 --seed 1 --no-store --out "$T/out" -- "$program" "$bug"
	cause=$(json "$T/out/bug-1/report.json" cause 2>/dev/null || true)
	want=$(lines_marked "$bug") got=$(lines_named <<<"$cause")
	[ "$want" = "$got" ] && continue
	wrong=$((wrong + 1))
	say "$bug: names the lines ${got:-(none)}, expected $want: $cause"
done
[ $wrong = 0 ] || fail "$wrong of $(wc -w <<<"$bugs") sentences name other lines"
