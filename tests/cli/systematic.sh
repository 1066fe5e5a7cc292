#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# -s dpor leaves out what makes no difference, and nothing else: on small programs, each with other operations, it reaches exactly
# the final states that -s dfs reaches, which tries every schedule, and -s chess without a bound and -s value do so, too.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
"$B/bin/heddle-cc" -O1 -g -o states "$ROOT/tests/cli/systematic_states.c" -pthread || fail "states"

# search STRATEGY PROGRAM OPTIONS…: to the end; leaves the states in the file STRATEGY and prints the number of runs.
search()
{
	local strategy=$1 program=$2
	shift 2
	rm -f lines
	run 0 "$HEDDLE" test -s "$strategy" "$@" -t 100 --check none --no-store --json j --out o -- ./states "$program" lines
	[ "$(json j verdict)" = exhausted ] || fail "$program, $strategy: $(json j verdict)"
	[ "$(json j proof.all)" = true ] || fail "$program, $strategy: not all"
	sort -u lines >"$strategy"
	runs=$(json j runs)
}
for program in updates mutexes tries nested conditions signals semaphores posts readers spins barriers onces store_buffers \
	exchanges grandchildren detached; do
	search dfs $program
	all=$runs
	search chess $program --bound all
	cmp dfs chess || fail "$program: chess reaches other states"
	search dpor $program
	cmp dfs dpor || fail "$program: dpor reaches other states"
	[ "$runs" -lt "$all" ] || fail "$program: $runs runs of dpor, $all of dfs"
	search value $program
	cmp dfs value || fail "$program: value reaches other states"
	[ "$runs" -lt "$all" ] || fail "$program: $runs runs of value, $all of dfs"
	[ "$(wc -l <dfs)" -gt 1 ] || fail "$program has one state only"
done

# Threads that have nothing to do with each other: one run, and one more because the first had to learn what is shared.
cat >apart.c <<'EOF'
#include <pthread.h>
static pthread_mutex_t locks[4];
static int x[4];
static void *add(void *me)
{
	pthread_mutex_lock(&locks[(long)me]);
	x[(long)me]++;
	pthread_mutex_unlock(&locks[(long)me]);
	return 0;
}
int main(void)
{
	pthread_t t[4];
	for (long i = 0; i < 4; i++)
		pthread_create(&t[i], 0, add, (void *)i);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	return 0;
}
EOF
"$B/bin/heddle-cc" -g -o apart apart.c -pthread || fail "apart.c"
run 0 "$HEDDLE" test -s dpor -t 100 --json j --out o -- ./apart
[ "$(json j verdict)" = exhausted ] || fail "apart: $(json j verdict)"
[ "$(json j runs)" -le 2 ] || fail "apart: $(json j runs) runs"

# A failure is found whatever comes first, a deadlock too, and it replays.
cat >cycle.c <<'EOF'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *unused)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_join(t, 0);
	return 0;
}
EOF
"$B/bin/heddle-cc" -g -o cycle cycle.c -pthread || fail "cycle.c"
run 1 "$HEDDLE" test -s dpor -t 100 --json j --out found -- ./cycle
[ "$(json j failures.0.kind)" = deadlock ] || fail "cycle: $(json j failures.0.kind)"
run 1 "$HEDDLE" replay found/bug-1

run 2 "$HEDDLE" test -s dpor --bound 2 -- ./apart
grep -q -- '--bound is for -s chess' stderr || fail "$(cat stderr)"
