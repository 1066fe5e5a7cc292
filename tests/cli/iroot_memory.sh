#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# --window and --attempts; failed attempts are remembered for each input, arguments and standard input, and over all inputs; `heddle coverage`
# is about the build that was searched last, and with --all-builds about all of them.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# What each thread does between two accesses to `pair`, 40 operations on `between`, makes them far apart. One thread waits for `gate`, so what
# it does then never comes before what main did: that is predicted all the same, because a plain variable is no order.
cat >far.c <<'END'
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int pair, between, gate;
#ifdef MORE
static atomic_int more;
#endif
static void *work(void *unused)
{
	atomic_store(&pair, 1);
	for (int i = 0; i < 40; i++)
		atomic_fetch_add_explicit(&between, 1, memory_order_relaxed);
	atomic_store(&pair, 2);
	return unused;
}
static void *wait_for_gate(void *unused)
{
	while (atomic_load_explicit(&gate, memory_order_relaxed) != 1)
		sched_yield();
	atomic_store_explicit(&pair, 3, memory_order_relaxed);
	return unused;
}
int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], 0, work, 0);
	pthread_create(&t[1], 0, wait_for_gate, 0);
	atomic_store_explicit(&pair, 0, memory_order_relaxed);
	atomic_store_explicit(&gate, 1, memory_order_relaxed);
	work(0);
#ifdef MORE
	atomic_store(&more, 1);
#endif
	while (getchar() != EOF)
		;
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	return 0;
}
#ifdef OTHER
const char *other = "another build";
#endif
END
compile() { HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread "$@" -o far far.c || fail "far.c"; }
compile
ask() { sqlite3 heddle-out/heddle.db "$1"; }
maple() { run 0 "$HEDDLE" test -q -s maple --until-covered -j 1 -t 900 -n 3000 --seed 1 --json json "$@"; }
tried() { for i in 1 2 3 4 5 6; do json json maple.idiom$i.tried; done | awk '{ n += $1 } END { print n + 0 }'; }

# The two accesses of a thread to `pair` are 41 operations apart: idiom 2 with them is within a window of 64, not of 16.
idiom2() { ask "SELECT count(*) FROM iroot JOIN site x ON x.id = a JOIN site y ON y.id = c WHERE idiom = 2 AND (predicted OR exposed) AND x.line = $1 AND y.line = $2"; }
store_1=$(grep -n 'pair, 1' far.c | cut -d: -f1) store_2=$(grep -n 'pair, 2' far.c | cut -d: -f1)
maple --window 64 ./far 0
[ "$(idiom2 "$store_1" "$store_2")" -gt 0 ] || fail "--window 64: the pair is missing"
rm -rf heddle-out
maple --window 16 ./far 0
[ "$(idiom2 "$store_1" "$store_2")" = 0 ] || fail "--window 16: the pair is there"
for strategy in random auto; do # it is a matter of what is counted, so of all strategies
	rm -rf heddle-out
	run 0 "$HEDDLE" test -q -s $strategy --window 16 -n 200 -j 1 --seed 1 ./far 0
	[ "$(idiom2 "$store_1" "$store_2")" = 0 ] || fail "-s $strategy --window 16: the pair is there"
done
rm -rf heddle-out

# Two attempts with one input, and then none with it; other arguments and another standard input are other inputs; six in all.
failed() { ask "SELECT count(*) FROM iroot WHERE predicted AND NOT exposed AND attempts = $1"; }
maple --window 4 --attempts 2 ./far 1
hard=$(failed 2)
[ "$hard" -gt 0 ] || fail "nothing has failed twice"
[ "$(ask 'SELECT max(attempts) FROM iroot WHERE NOT exposed')" = 2 ] || fail "--attempts 2: more than two attempts"
maple --window 4 --attempts 2 ./far 1
[ "$(failed 2)" -ge "$hard" ] && [ "$(tried)" = 0 ] || fail "the same input: $(tried) were tried again"
maple --window 4 --attempts 2 ./far 2
[ "$(failed 4)" -ge 1 ] || fail "another argument: none of $hard was tried again"
run 0 sh -c '"$0" test -q -s maple --until-covered -j 1 -t 900 -n 3000 --seed 1 --window 4 --attempts 2 ./far 2 <far.c' "$HEDDLE"
[ "$(failed 6)" -ge 1 ] || fail "another standard input: none of $hard was tried again"
[ "$(ask 'SELECT count(*) FROM input')" = 3 ] || fail "inputs: $(ask 'SELECT args FROM input')"
maple --window 4 --attempts 2 ./far 3
[ "$(ask 'SELECT max(attempts) FROM iroot WHERE NOT exposed')" = 6 ] || fail "more than six attempts over all inputs"
[ "$(ask 'SELECT count(*) FROM iroot WHERE attempts < (SELECT ifnull(sum(attempts), 0) FROM attempt WHERE iroot = iroot.id)')" = 0 ] ||
	fail "the inputs' attempts are more than all"
maple --window 4 --attempts 8 ./far 3
[ "$(ask 'SELECT max(attempts) FROM iroot WHERE NOT exposed')" = 8 ] || fail "--attempts 8: not eight"
[ "$(ask 'SELECT max(attempts) FROM attempt')" -le 8 ] || fail "--attempts 8: more than eight with one input"

# Coverage of this build: code that is gone and searches of other builds are left out.
rm -rf heddle-out
compile -DMORE
maple --window 4 ./far 1
run 0 "$HEDDLE" coverage --json old
[ "$(json old builds.searched)" = 1 ] && [ "$(json old builds.searches_left_out)" = 0 ] || fail "one build: $(cat old)"
! grep -q 'build' stdout || fail "one build, and there is a sentence about others: $(cat stdout)"
more=$(ask "SELECT count(*) FROM iroot JOIN site ON site.id IN (a, b, c, d) WHERE line = $(grep -n '&more' far.c | cut -d: -f1)")
compile
maple --window 4 ./far 1
run 0 "$HEDDLE" coverage --json new --html page.html
[ "$(json new builds.searched)" = 2 ] && [ "$(json new searches)" = 1 ] && [ "$(json new builds.searches_left_out)" = 1 ] ||
	fail "two builds: $(head -20 new)"
[ "$(json new builds.build)" != "$(json old builds.build)" ] || fail "the build is the same"
[ "$more" = 0 ] || [ "$(json new builds.iroots_left_out)" -gt 0 ] || fail "iRoots of code that is gone are shown"
grep -q '^This build only: 1 search of older ones' stdout || fail "nothing says so: $(cat stdout)"
grep -q 'This build only: 1 search of older ones' page.html || fail "the page does not say so"
run 0 "$HEDDLE" coverage --all-builds --json all
[ "$(json all searches)" = 2 ] && [ "$(json all builds.searches_left_out)" = 0 ] && [ "$(json all builds.iroots_left_out)" = 0 ] ||
	fail "--all-builds: $(head -20 all)"
grep -q '^All 2 builds' stdout || fail "--all-builds: $(cat stdout)"

# What was exposed before the rebuild counts, because it is not tried again; what this build has not exposed itself is told.
run 0 "$HEDDLE" test -q -s random -n 1 -j 1 --seed 1 ./far 1
compile -DOTHER
run 0 "$HEDDLE" test -q -s random -n 1 -j 1 --seed 1 ./far 1
run 0 "$HEDDLE" coverage --json third
[ "$(json third builds.searched)" = 3 ] || fail "three builds: $(head -20 third)"
[ "$(json third builds.exposed_by_older_only)" -gt 0 ] || fail "nothing is told of what only older builds exposed: $(cat stdout)"
grep -q 'exposed by older builds only' stdout || fail "$(cat stdout)"

# After a rebuild what has changed is tried, and nothing else: what is in a function that is another one has a new name, and what was tried often
# enough in the others is not tried again.
rm -rf heddle-out
compile
maple ./far 1
last=$(ask 'SELECT max(id) FROM iroot') attempts=$(ask 'SELECT sum(attempts) FROM iroot')
[ "$attempts" -gt 0 ] || fail "nothing was tried"
sed -i '/^static void \*wait_for_gate/{n;s/$/\n\tatomic_load(\&pair);/}' far.c
compile
maple ./far 1
[ "$(ask "SELECT sum(attempts) FROM iroot WHERE id <= $last")" = "$attempts" ] || fail "what did not change was tried again"
[ "$(ask "SELECT sum(attempts) FROM iroot WHERE id > $last")" -gt 0 ] || fail "what has changed was not tried"
[ "$(ask "SELECT count(*) FROM iroot WHERE id > $last AND attempts > 0 AND NOT EXISTS (SELECT * FROM site WHERE site.id IN (a, b, c, d) AND function = 'wait_for_gate')")" = 0 ] ||
	fail "iRoots of functions that did not change were tried as new ones"

# A store of the version before, without inputs of attempts and builds of searches, is shown as it is and brought up to date by a search.
ask "$NO_CAMPAIGNS DROP TABLE attempt; DROP TABLE searched; DROP TABLE shown; PRAGMA user_version = 2"
run 0 "$HEDDLE" coverage --all-builds
run 0 "$HEDDLE" coverage
maple --window 4 ./far 1
[ "$(ask 'PRAGMA user_version')" = "$(sed -n 's/^#define HD_SCHEMA_VERSION //p' "$ROOT/src/store/schema.h")" ] && [ "$(ask 'SELECT count(*) FROM searched')" = 1 ] || fail "the old store was not brought up to date"
echo "$hard iRoots that no attempt exposes"
