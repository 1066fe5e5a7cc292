#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# make tables works: a table is made of one subject, says that its targets are reached, and is kept; a table that does not
# exist is refused.
. "$(dirname "$0")/../lib.sh"
export ONLY=maple/bank_account QUICK=1 B="$B"

run 0 "$ROOT/bench/tables/run" 02-bugs
grep -q '^| bank_account | 1 | assert | 3/3: [0-9]*, [0-9.]* |' "$T/stdout" || fail "no row of figures: $(cat "$T/stdout")"
grep -qE '^\| bank_account \| [0-9]+, [0-9.]+ \| [0-9]+, [0-9.]+ \| [0-9]+ \| [0-9]+ \| [0-9.]+ \| 6, 9.0 \| 1, 0.9 \|$' "$T/stdout" || fail "no row of phases and sizes: $(cat "$T/stdout")"
[ "$(grep -c '^\*\*Target:\*\*.*reached\.$' "$T/stdout")" = 2 ] || fail "not two targets: $(cat "$T/stdout")"
grep -q bank_account "$B/tables/02-bugs.md" || fail "the table was not kept"

run 1 "$ROOT/bench/tables/run" no-such-table
grep -q 'there is no table no-such-table' "$T/stdout" || fail "not refused: $(cat "$T/stdout")"

# The figures of table 19: two programs, one strategy that is better on each. auto needs 4 and 16 schedules: geometric mean 8; pos 2 and 32: 8; surw 16
# and 8: more; hindsight 2 and 8: 4. What one search of two did not find is named.
cat >"$T/figures" <<'E_'
hunt/tune/a auto 1 1 4 0.1
hunt/tune/a pos 1 1 2 0.1
hunt/tune/a surw 1 1 16 0.1
hunt/held/b auto 1 1 16 0.1
hunt/held/b pos 1 1 32 0.1
hunt/held/b surw 1 1 4 0.1
hunt/held/b surw 2 0 16 0.1
E_
first_bug() { awk -v auto=auto -v want="${1:-}" -f "$ROOT/bench/first_bug.awk" "$T/figures"; }
first_bug >"$T/table"
grep -xF '| all (2) | 8.0 | pos 8.0 | 4.0 | 1.00 | 2.00 |' "$T/table" >/dev/null || fail "other means: $(cat "$T/table")"
grep -xF '| hunt, held-back half (1) | 16.0 | surw 8.0 | 8.0 | 2.00 | 2.00 |' "$T/table" >/dev/null || fail "other means: $(cat "$T/table")"
grep -xF '| hunt/held/b | 16.0 | 8.0 | surw | surw(1/2) |' "$T/table" >/dev/null || fail "other row: $(cat "$T/table")"
[ "$(first_bug fixed) $(first_bug hindsight) $(first_bug missed)" = "1.00 2.00 0" ] || fail "$(first_bug fixed) $(first_bug hindsight) $(first_bug missed)"

# Every subject under every strategy, from the same figures: the median of each, and how many subjects each has found.
mkdir -p "$T/b/tables"
cp -r "$B/bin" "$T/b/"
cat >"$T/b/tables/19-first-bug.tsv" <<'E_'
hunt/tune/a auto 1 1 4 0.1
hunt/tune/a auto 2 1 9 0.1
hunt/tune/a auto 3 1 6 0.1
hunt/tune/a pos 1 0 100 0.1
hunt/tune/a pos 2 0 100 0.1
hunt/tune/a pos 3 1 2 0.1
value/b auto 1 1 1 0.1
value/b pos 1 1 3 0.1
programs/c pos 1 1 3 0.1
E_
B=$T/b run 0 "$ROOT/bench/tables/21-every-strategy"
grep -qxF '| subject | auto | pos |' "$T/stdout" || fail "$(cat "$T/stdout")"
grep -qxF '| hunt/tune/a | 6 | - |' "$T/stdout" || fail "$(cat "$T/stdout")"
grep -qxF '| found, of 2 | 2 | 1 |' "$T/stdout" || fail "$(cat "$T/stdout")"
! grep -q programs/c "$T/stdout" || fail "a test program is among the subjects"
grep -q 'auto finds at least as many .*: reached' "$T/stdout" || fail "$(cat "$T/stdout")"

# One document of all that was made, with the published figures; what was not made is named.
mkdir "$T/made"
cp "$T/stdout" "$T/made/21-every-strategy.md"
MADE=$T/made run 0 "$ROOT/bench/tables/results"
for line in '## Maple (OOPSLA 2012)' '### Every subject, every strategy' '| hunt/tune/a | 6 | - |' '1 targets were measured; 0 were missed.' \
	'| account_race | 124 | 344 | 12388 | 10310 | 88.83 | 4.09 |'; do
	grep -qxF -e "$line" "$T/stdout" || fail "docs/results.md would have no line \"$line\""
done
[ "$(grep -c '^Not made in this round' "$T/stdout")" = 17 ] || fail "$(grep -c '^Not made' "$T/stdout") tables are said not to be made"
