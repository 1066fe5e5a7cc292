#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Calls that are taken out of the program's code (docs/scale.md) change what a run costs and nothing else: with and without
# them runs have the same schedules, hashes, failures and counts, in whatever way the code calls the runtime.
. "$(dirname "$0")/../lib.sh"

cat >"$T/part.c" <<'END'
static unsigned mixed(unsigned *cells, unsigned n, unsigned round)
{
	for (unsigned i = 1; i < n; i++) /* three or four sites in a loop in a loop */
		cells[i] = cells[i - 1] * 3 + cells[i] + (round & 1 ? cells[0] : round);
	return cells[n - 1];
}
unsigned part(unsigned *cells, unsigned n, unsigned rounds)
{
	unsigned sum = 0;
	for (unsigned r = 0; r < rounds; r++)
		sum += mixed(cells, n, r);
	return sum;
}
END
cat >"$T/program.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
enum { CELLS = 64, THREADS = 3 };
unsigned part(unsigned *cells, unsigned n, unsigned rounds);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned total, unlocked, table[CELLS], parts[THREADS];
static int fails;
static void *work(void *arg)
{
	unsigned *cells = calloc(CELLS, sizeof *cells);
	for (int i = 0; i < 40; i++) {
		unsigned sum = part(cells, CELLS, 40);
		for (int k = 0; k < CELLS; k++) /* all threads read what they all write: scheduling points */
			sum += table[k], table[0] = (unsigned)k;
		pthread_mutex_lock(&lock);
		total += sum;
		pthread_mutex_unlock(&lock);
		if (i > 35 && fails == 'a')
			unlocked++;
		if (i == 38 && fails == 'f')
			free(cells);
	}
	parts[(long)arg] = total;
	return NULL;
}
int main(int argc, char **argv)
{
	pthread_t threads[THREADS];
	unsigned *alone = calloc(CELLS, sizeof *alone);
	fails = argc > 1 ? argv[1][0] : 0;
	part(alone, CELLS, 1500); /* a long beginning with one thread */
	for (long i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	part(alone, CELLS, 1500);
	if (fails == 'a')
		assert(unlocked == THREADS * 4);
	return 0;
}
END

# search NAME PATCH OPTION…: some runs; their hashes are in NAME.PATCH, with the numbers of steps and accesses.
search()
{
	local name=$1 patch=$2
	shift 2
	HEDDLE_PATCH=$patch run 0 "$HEDDLE" test -v -j 1 -n 6 -t 900 --seed 5 --out "$T/out" --json "$T/json" \
		--hashes "$T/$name.$patch" "$@"
	say "$(json "$T/json" steps) $(json "$T/json" accesses)" >>"$T/$name.$patch"
	calls=$(sed -n 's/.*; \([0-9]*\) calls that tell of accesses were taken out.*/\1/p' "$T/stderr")
}
same()
{
	search "$1" no "${@:2}"
	[ -z "$calls" ] || fail "$1: $calls calls were taken out although HEDDLE_PATCH=no"
	search "$1" yes "${@:2}"
	[ "${calls:-0}" -ge 4 ] || fail "$1: only ${calls:-no} calls were taken out"
	diff "$T/$1.yes" "$T/$1.no" || fail "$1: runs differ when calls are taken out"
}

"$B/bin/heddle-cc" -O2 -g -pthread -o "$T/pie" "$T/program.c" "$T/part.c"
"$B/bin/heddle-cc" -O2 -g -pthread -fno-plt -o "$T/no_plt" "$T/program.c" "$T/part.c"
"$B/bin/heddle-cc" -O1 -g -pthread -no-pie -o "$T/no_pie" "$T/program.c" "$T/part.c"
"$B/bin/heddle-cc" -O2 -g -shared -fPIC -o "$T/libpart.so" "$T/part.c"
"$B/bin/heddle-cc" -O2 -g -pthread -o "$T/shared" "$T/program.c" -L"$T" -lpart -Wl,-rpath,"$T"
HEDDLE_CC=clang "$B/bin/heddle-cc" -O2 -g -pthread -o "$T/clang" "$T/program.c" "$T/part.c"
same place --reset place -- "$T/pie"
same unwatched --check none -s pos -- "$T/pie"
same forked --reset fork -- "$T/no_plt"
same new --reset exec -s pct -- "$T/no_pie"
same library -- "$T/shared"
same clang -- "$T/clang"

# An inner loop that all threads go through ends soon each time: it needs no leader of its own, though one of its places
# comes to the same address in each round, and all four calls in it are taken out.
cat >"$T/product.c" <<'END'
#include <pthread.h>
enum { N = 96, ROUNDS = 6 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned a[N * N], b[N * N], sums[N];
__attribute__((noinline)) static void product(volatile unsigned *sum, const unsigned *x, const unsigned *y)
{
	for (int k = 0; k < N; k++)
		*sum += x[k] * y[k * N];
}
static void *work(void *arg)
{
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				product(&sums[j], &a[i * N], &b[j]);
		pthread_mutex_lock(&lock);
		a[round]++, b[round]++;
		pthread_mutex_unlock(&lock);
	}
	return arg;
}
int main(void)
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], 0, work, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], 0);
	return 0;
}
END
"$B/bin/heddle-cc" -O2 -g -pthread -o "$T/product" "$T/product.c"
for seed in 2 5; do
	run 0 "$HEDDLE" test -v -j 1 -n 4 -t 900 --seed $seed --check none -s random --no-store --out "$T/out" -- "$T/product"
	calls=$(sed -n 's/.*; \([0-9]*\) calls that tell of accesses were taken out.*/\1/p' "$T/stderr")
	[ "${calls:-0}" -ge 4 ] || fail "seed $seed: only ${calls:-no} calls of the inner loop were taken out"
done

# A failure that is found with calls taken out is replayed with and without.
run 1 "$HEDDLE" test -q -j 1 -n 200 -t 900 --seed 1 --check none -s random --out "$T/lost" -- "$T/pie" a
for patch in yes no; do
	HEDDLE_PATCH=$patch run 1 "$HEDDLE" replay --times 3 "$T/lost/bug-1"
	cat "$T/stdout" "$T/stderr" >"$T/said"
	grep '3 of 3 replays failed identically' "$T/said" >/dev/null || fail "the replay with HEDDLE_PATCH=$patch differs"
done

# Memory that is used after it was freed, at a place whose calls are out in most runs, is found all the same.
run 1 "$HEDDLE" test -q -j 1 -n 200 -t 900 --seed 1 --check none -s random --out "$T/freed" -- "$T/pie" f
cat "$T/stdout" "$T/stderr" >"$T/said"
grep -i 'use.after.free' "$T/said" >/dev/null || fail "the use after free was told as something else"
run 1 "$HEDDLE" replay --times 3 "$T/freed/bug-1"
