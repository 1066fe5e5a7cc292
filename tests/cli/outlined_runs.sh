#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What alternate, period and rf are for: each finds a bug within a number of runs in which the strategies before them, the same
# seeds and the same number of runs, find nothing, and what it finds replays.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# found_in RUNS STRATEGY SEED PROGRAM: true if the search finds a failure.
found_in()
{
	local status=0
	rm -rf "$T/out" # or what is known would be tried first
	timeout 1000 "$HEDDLE" test -q -j 1 -n "$1" -t 900 -s "$2" --seed "$3" --no-store --minimize 0 --out "$T/out" -- "$4" >"$T/log" 2>&1 </dev/null || status=$?
	[ $status -le 1 ] || fail "-s $2 --seed $3: exit status $status: $(tail -3 "$T/log")"
	[ $status = 1 ]
}

# finds RUNS STRATEGY PROGRAM [OTHER…]: with each of three seeds the strategy finds it, and the others do not.
finds()
{
	local runs=$1 strategy=$2 program=$3 seed other
	shift 3
	"$B/bin/heddle-cc" -std=gnu17 -O1 -g -Wall -Wextra -pthread -o "$program" "$program.c" || fail "$program does not compile"
	for seed in 1 2 3; do
		found_in "$runs" "$strategy" $seed "./$program" || fail "-s $strategy --seed $seed does not find $program: $(tail -3 "$T/log")"
		run 1 "$HEDDLE" replay --times 3 "$T/out/bug-1"
	done
	for other; do
		! found_in "$runs" "$other" 1 "./$program" || fail "-s $other finds $program as well: $(tail -3 "$T/log")"
	done
}

# Three of four threads have to go in turn, twenty-one times, two operations each.
cp "$ROOT/bench/subjects/hunt/held/relay.c" relay.c
sed -i "s,../../subject.h,$ROOT/bench/subjects/subject.h," relay.c
finds 300 alternate relay random pct pct-large pos surw delay round-robin maple chess
found_in 3000 auto 1 ./relay || fail "auto does not find relay: $(tail -3 "$T/log")"

# One switch, after exactly 173 of 400 operations that all look the same.
cat >exact.c <<'E_'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *unused)
{
	for (int i = 0; i < 400; i++)
		atomic_fetch_add(&x, 1);
	return unused;
}

static void *look(void *unused)
{
	assert(atomic_fetch_add(&x, 0) != 173);
	return unused;
}

int main(void)
{
	pthread_t adds, looks;

	pthread_create(&adds, NULL, add, NULL);
	pthread_create(&looks, NULL, look, NULL);
	pthread_join(adds, NULL);
	pthread_join(looks, NULL);
	return 0;
}
E_
finds 1200 period exact random pos round-robin maple

# A reader has to see the first field set by one of forty threads and the second by none, and then the second set and the third not.
cat >windows.c <<'E_'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SETTERS 40

static atomic_int a, b, c;

static void *set(void *unused)
{
	atomic_store(&a, 1);
	atomic_store(&b, 1);
	atomic_store(&c, 1);
	return unused;
}

static void *check(void *unused)
{
	if (atomic_load(&a) && !atomic_load(&b))
		assert(!atomic_load(&b) || atomic_load(&c));
	return unused;
}

int main(void)
{
	pthread_t threads[SETTERS + 1];

	for (int i = 0; i <= SETTERS; i++)
		pthread_create(&threads[i], NULL, i < SETTERS ? set : check, NULL);
	for (int i = 0; i <= SETTERS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
E_
finds 300 rf windows random pct pct-large pos surw delay round-robin maple chess

# Threads that spin for one that is held back get it: a run, in which the thread that they wait for makes 60 steps, has some hundred steps and
# not tens of thousands.
cat >spin.c <<'E_'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, x, y, lock;

static void *spin(void *unused)
{
	for (int i = 0; i < 3; i++)
		atomic_fetch_add(&x, 1);
	while (!atomic_load(&go))
		;
	while (atomic_exchange(&lock, 1))
		;
	x++;
	atomic_store(&lock, 0);
	return unused;
}

static void *work(void *unused)
{
	for (int i = 0; i < 30; i++) {
		atomic_fetch_add(&x, 1);
		atomic_fetch_add(&y, 1);
	}
	atomic_store(&go, 1);
	return unused;
}

int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, i == 1 ? work : spin, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
E_
"$B/bin/heddle-cc" -std=gnu17 -O1 -g -Wall -Wextra -pthread -o spin spin.c
for strategy in alternate period rf; do
	run 0 "$HEDDLE" test -q -j 1 -n 200 -t 900 -s $strategy --seed 1 --no-store --json "$T/json" --out "$T/out" -- ./spin
	[ "$(json "$T/json" steps)" -lt 300000 ] || fail "-s $strategy: 200 runs take $(json "$T/json" steps) steps"
done
