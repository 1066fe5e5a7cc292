#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A store in a PostgreSQL database does what one in a file does.
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/../postgres.sh"
cd "$T" || exit
pg_init
url=$(pg_url)

for test in store work; do
	HEDDLE_TEST_STORE=$url timeout 600 "$B/unit/test_$test" >"test_$test" 2>&1 || { cat "test_$test" && fail "unit/test_$test over PostgreSQL"; }
done

# Searches at the same time hear of each other: one that tries little knows in the end what another one has exposed meanwhile. How soon depends on
# the machine, so there are several tries.
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -o pool "$ROOT/tests/programs/clean_thread_pool.c"
ask() { pg_sql "SET search_path = heddle; $1" 2>asked || true; }
hears() # NAME
{
	local ours search all known
	"$HEDDLE" test -q -j 1 -s pct --depth 1 -t 900 --store "$url" --known-as "$1" --out a ./pool >said 2>&1 &
	ours=$!
	until search=$(ask "SELECT min(search.id) FROM search JOIN program ON program.id = program WHERE path = '$1'") && [ -n "$search" ]; do
		kill -0 $ours || fail "$(cat said)"
		sleep 0.1
	done
	run 0 "$HEDDLE" test -q -j 1 -s random -n 3000 --store "$url" --known-as "$1" --out b ./pool
	sleep 3
	kill -TERM $ours
	wait $ours || grep -q "interrupted: no failure" said || fail "$(cat said)"
	all=$(ask "SELECT count(*) FROM iroot JOIN program ON program.id = program WHERE path = '$1' AND exposed > 0")
	known=$(ask "SELECT max(e1 + e2 + e3 + e4 + e5 + e6) FROM point WHERE search = $search")
	say "$1: $all exposed, the first search knows $known"
	[ $((known * 100)) -ge $((all * 95)) ]
}
hears first || hears second || hears third || fail "a search does not hear what others learn"
