#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A thread that spins waits: three threads that spin beside one that works cost no more than the work does, in the first run,
# which does not know yet what is shared, and in later ones. What is counted are steps and accesses.
. "$(dirname "$0")/../lib.sh"
RUNS=8

cat >"$T/spin.c" <<'END'
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
enum { SPINNERS = 3, ROUNDS = 300, WORK = 200 };
static volatile int plain, other;
static atomic_int flag, turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned total;
static int how;
static void *spin(void *unused)
{
	int expected;

	switch (how) {
	case 'p': /* two plain variables, and in one of them comes the answer */
		while (!plain && !other)
			;
		break;
	case 'w': /* with an instruction of the assembler in between */
		while (!plain)
			__asm__ volatile("pause");
		break;
	case 'a':
		while (!atomic_load(&flag))
			;
		break;
	case 'y':
		while (!atomic_load(&flag))
			sched_yield();
		break;
	case 'c':
		do
			expected = 1;
		while (!atomic_compare_exchange_strong(&turn, &expected, 2));
		atomic_store(&turn, 1);
		break;
	}
	return unused;
}
static void *work(void *unused)
{
	unsigned *cells = calloc(WORK, sizeof *cells);

	for (int i = 0; i < ROUNDS; i++) {
		for (int k = 1; k < WORK; k++)
			cells[k] += cells[k - 1] + 1;
		pthread_mutex_lock(&lock);
		total += cells[WORK - 1];
		pthread_mutex_unlock(&lock);
	}
	plain = 1;
	atomic_store(&flag, 1);
	atomic_store(&turn, 1);
	free(cells);
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t spinners[SPINNERS], worker;

	how = argc > 1 ? argv[1][0] : 0;
	for (int i = 0; i < SPINNERS; i++)
		pthread_create(&spinners[i], NULL, spin, NULL);
	pthread_create(&worker, NULL, work, NULL);
	for (int i = 0; i < SPINNERS; i++)
		pthread_join(spinners[i], NULL);
	pthread_join(worker, NULL);
	return 0;
}
END
"$B/bin/heddle-cc" -O1 -g -pthread -o "$T/spin" "$T/spin.c"

# count RUNS HOW…: sets steps and accesses of a run, on average.
count()
{
	local runs=$1
	shift
	run 0 "$HEDDLE" test -q -j 1 -n "$runs" -t 900 --seed 2 -s random --check none --json "$T/json" --out "$T/out" -- "$T/spin" "$@"
	steps=$(($(json "$T/json" steps) / runs)) accesses=$(($(json "$T/json" accesses) / runs))
}

count 1
first_steps=$steps first_accesses=$accesses
count $RUNS
own_steps=$steps own_accesses=$accesses
for how in p w a y c; do
	count 1 $how
	say "$how, first run: $steps steps, $accesses accesses; without spinning: $first_steps and $first_accesses"
	[ $steps -le $((first_steps + 3 * 800)) ] || fail "$how: the first run takes $steps steps instead of $first_steps"
	[ $accesses -le $((2 * first_accesses)) ] || fail "$how: the first run takes $accesses accesses instead of $first_accesses"
	count $RUNS $how
	say "$how: $steps steps, $accesses accesses; without spinning: $own_steps and $own_accesses"
	[ $steps -le $((2 * own_steps)) ] || fail "$how: a run takes $steps steps instead of $own_steps"
	[ $accesses -le $((2 * own_accesses)) ] || fail "$how: a run takes $accesses accesses instead of $own_accesses"
	run 0 "$HEDDLE" test -q -j 1 -n $RUNS -t 900 --seed 2 --verify --out "$T/out" -- "$T/spin" $how
done

# Threads that spin at a barrier of the program's own, until the last one has come: the run becomes large, and the calls of its loops are
# taken out. Beside a barrier that blocks, each thread makes a few steps more in each round, and no more than twice the accesses.
cat >"$T/barrier.c" <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
enum { THREADS = 4, ROUNDS = 40, WORK = 200 };
static pthread_barrier_t blocking;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int count, turn;
static int arrived;
static volatile int plain_turn;
static int how;
static void meet(void)
{
	int now;

	switch (how) {
	case 'a': /* all in atomics */
		now = atomic_load(&turn);
		if (atomic_fetch_add(&count, 1) == THREADS - 1) {
			atomic_store(&count, 0);
			atomic_store(&turn, now + 1);
		}
		while (atomic_load(&turn) == now)
			;
		break;
	case 'p': /* a lock, and a plain variable to look at */
		pthread_mutex_lock(&lock);
		now = plain_turn;
		if (++arrived == THREADS) {
			arrived = 0;
			plain_turn = now + 1;
		}
		pthread_mutex_unlock(&lock);
		while (plain_turn == now)
			;
		break;
	default:
		pthread_barrier_wait(&blocking);
	}
}
static void *work(void *number)
{
	unsigned *cells = calloc(WORK, sizeof *cells);

	for (int i = 0; i < ROUNDS; i++) {
		for (long n = 0; n <= (long)number; n++)
			for (int k = 1; k < WORK; k++)
				cells[k] += cells[k - 1] + 1;
		meet();
	}
	free(cells);
	return NULL;
}
int main(int argc, char **argv)
{
	pthread_t threads[THREADS];

	how = argc > 1 ? argv[1][0] : 0;
	pthread_barrier_init(&blocking, NULL, THREADS);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
END
"$B/bin/heddle-cc" -O1 -g -pthread -o "$T/barrier" "$T/barrier.c"
for runs in 1 $RUNS; do
	for how in b a p; do
		run 0 "$HEDDLE" test -q -j 1 -n "$runs" -t 900 --seed 2 -s random --check none --json "$T/json" --out "$T/out" -- "$T/barrier" $how
		steps=$(($(json "$T/json" steps) / runs)) accesses=$(($(json "$T/json" accesses) / runs))
		say "barrier $how, $runs runs: $steps steps, $accesses accesses in each"
		[ $how != b ] || own_steps=$steps own_accesses=$accesses
		[ $steps -le $((own_steps + 40 * 4 * 12)) ] || fail "barrier $how: a run takes $steps steps instead of $own_steps"
		[ $accesses -le $((2 * own_accesses)) ] || fail "barrier $how: a run takes $accesses accesses instead of $own_accesses"
	done
done
run 0 "$HEDDLE" test -q -j 1 -n $RUNS -t 900 --seed 2 --verify --out "$T/out" -- "$T/barrier" p
