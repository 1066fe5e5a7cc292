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
