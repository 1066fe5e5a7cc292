#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A new build: the functions that it has changed are named, what was exposed and tried in them before does not count any more, and it is tried
# before anything else. Functions that only moved are not changed.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >steps.c <<'CODE'
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int first, second, gate;
/* above */
static void stamp(void)
{
	atomic_store(&first, 11);
	atomic_store(&second, 11);
}
static void swap(void)
{
	atomic_store(&second, 21);
	atomic_store(&first, 21);
}
static void pass(void)
{
	while (!atomic_load(&gate))
		sched_yield();
	atomic_store(&first, 31);
}
static void *work(void *unused)
{
	stamp();
	swap();
	pass();
	return unused;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, work, 0);
	atomic_store(&second, 41);
	atomic_store(&gate, 1);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
CODE
compile() { HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -fno-inline -o steps steps.c || fail "steps.c"; }
ask() { sqlite3 heddle-out/heddle.db "$1"; }
search() { run 0 "$HEDDLE" test -s maple -j 1 -t 900 --json json "$@" ./steps; }
in_function() { echo "EXISTS (SELECT 1 FROM site WHERE site.id IN (a, b, c, d) AND function = '$1')"; }
compile
search --until-covered --seed 1
[ "$(json json changed.#)" = 0 ] || fail "the first build has changed functions"
! grep -q 'changed since' stdout || fail "the first build: $(cat stdout)"
[ "$(ask "SELECT count(*) FROM iroot WHERE exposed = 2 AND $(in_function swap)")" -ge 4 ] || fail "swap: too little was exposed"
of_swap=$(ask "SELECT count(*) FROM iroot WHERE (exposed = 2 OR attempts > 0) AND $(in_function swap)")
others=$(ask "SELECT count(*), sum(exposed), sum(attempts) FROM iroot WHERE NOT $(in_function swap)")
[ "$(ask "SELECT sum(attempts) FROM iroot WHERE NOT $(in_function swap)")" -gt 0 ] || fail "nothing else was tried in vain"

# A comment above and a blank line move all functions, and change none.
sed -i 's,/\* above \*/,&\n\n,' steps.c
compile
search -n 1 --seed 2
[ "$(json json changed.#)" = 0 ] || fail "moved is not changed: $(cat json)"
[ "$(ask "SELECT count(*) FROM iroot WHERE exposed = 3")" = 0 ] || fail "what only moved has to be exposed again"

# Another value in one function, at the same places: all of its iRoots are to be exposed again, and those of the others are not.
sed -i 's/&second, 21/\&second, 22/' steps.c
compile
search -n 1 --seed 2
[ "$(json json changed.#)" = 1 ] && [ "$(json json changed.0)" = swap ] || fail "swap has changed: $(json json changed.#)"
grep -qx 'heddle: swap has changed since the build that was searched before: what is in it is tried first' stdout || fail "$(cat stdout)"
old=$(ask "SELECT count(*) FROM iroot WHERE exposed = 3")
[ "$old" -gt 0 ] || fail "nothing is to be exposed again"
[ "$(ask "SELECT count(*) FROM iroot WHERE exposed = 3 AND NOT $(in_function swap)")" = 0 ] || fail "what has not changed is to be exposed again"
[ "$(ask "SELECT coalesce(sum(attempts), 0) FROM iroot WHERE $(in_function swap)")" = 0 ] || fail "attempts at other code still count"
run 0 "$HEDDLE" coverage --json cover
run 0 "$HEDDLE" coverage --all-builds --json all
exposed() { for i in 1 2 3 4 5 6; do json "$1" coverage.idiom$i.exposed; done | awk '{ n += $1 } END { print n + 0 }'; }
[ "$(exposed all)" -ge $(($(exposed cover) + old)) ] || fail "coverage: this build $(exposed cover), all $(exposed all), and $old are of other code"

# The same build again: nothing has changed any more, and what is left is left. Its iRoots are exposed again in the end.
search --until-covered --seed 3
[ "$(json json changed.#)" = 0 ] || fail "the same build, and functions have changed"
now=$(ask "SELECT count(*) FROM iroot WHERE (exposed >= 2 OR attempts > 0) AND $(in_function swap)")
[ "$now" -ge "$of_swap" ] || fail "of $of_swap iRoots $now were tried again"
[ "$(ask "SELECT count(*) FROM iroot WHERE exposed = 3 AND attempts = 0")" = 0 ] || fail "not all was tried again"
[ "$(ask "SELECT count(*) FROM iroot WHERE exposed = 2 AND $(in_function swap)")" -ge 4 ] || fail "hardly anything was exposed again"
[ "$(ask "SELECT count(*), sum(exposed), sum(attempts) FROM iroot WHERE NOT $(in_function swap)")" = "$others" ] || fail "other functions: $others before"

# Much is left to be tried everywhere when a function changes: its iRoots have all attempts until none is left there.
rm -rf heddle-out
search -n 7 --seed 1
of_others() { ask "SELECT coalesce(sum(attempts), 0) FROM iroot WHERE NOT $(in_function stamp)"; }
before=$(of_others)
sed -i 's/&first, 11/\&first, 12/' steps.c
compile
search -n 16 --seed 2
[ "$(json json changed.0)" = stamp ] || fail "stamp has changed"
tried=$(ask "SELECT coalesce(sum(attempts), 0) FROM iroot WHERE $(in_function stamp)")
[ "$tried" -gt 0 ] || fail "stamp was not tried"
[ "$(of_others)" = "$before" ] || fail "other functions were tried before all of stamp was: $(of_others), $before before"
say "$tried attempts in the function that has changed"

# A source that is younger than the program says nothing about it.
sed -i 's/&second, 11/\&second, 12/' steps.c
compile
sed -i 's/&second, 12/\&second, 13/' steps.c
touch -d '+1 hour' steps.c
search -n 1 --seed 4
[ "$(json json changed.#)" = 0 ] || fail "the program is not made from this source"
