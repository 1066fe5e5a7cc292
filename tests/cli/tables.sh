#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# make tables works: a table is made of one subject, says that its targets are reached, and is kept; a table that does not
# exist is refused.
. "$(dirname "$0")/../lib.sh"
export ONLY=maple/bank_account QUICK=1 B="$B"

run 0 "$ROOT/bench/tables/run" 02-bugs
grep -q '^| bank_account | 1 | assert | 3/3: [0-9]*, [0-9.]* |' "$T/stdout" || fail "no row of figures: $(cat "$T/stdout")"
[ "$(grep -c '^\*\*Target:\*\*.*reached\.$' "$T/stdout")" = 2 ] || fail "not two targets: $(cat "$T/stdout")"
grep -q bank_account "$B/tables/02-bugs.md" || fail "the table was not kept"

run 1 "$ROOT/bench/tables/run" no-such-table
grep -q 'there is no table no-such-table' "$T/stdout" || fail "not refused: $(cat "$T/stdout")"
