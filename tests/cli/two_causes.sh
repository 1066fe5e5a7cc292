#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# -k: two bugs that end in one assertion are two failures, over searches and rebuilds; one bug that shows at several lines is one.
# Each run fails by one of them at least: when the first has happened eight times, runs avoid what makes it, and what fails all the same
# is the other one. Some 300 of 2,000 runs are of that kind.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
program()
{
	cat >two.c <<END
#include <assert.h>
#include <pthread.h>
$1
static volatile int a, b;
static void *one(void *unused)
{
	for (int i = 0; i < 5; i++)
		$2;
	return unused;
}
static void *two(void *unused)
{
	$3;
	return unused;
}
int main(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], 0, i < 2 ? one : two, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	assert(a + b == 12);
	return 0;
}
END
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o two two.c -pthread || fail "cannot build two.c"
}
search() { run 1 "$HEDDLE" test -k -j 1 -n 2000 -t 900 --json json --sarif sarif --html pages --out two-out "$@" -- ./two; }
# told PATTERN / untold PATTERN: what the search printed.
told() { grep -qE -- "$1" "$T/stdout" || fail "not told: $1: $(cat "$T/stdout")"; }
untold() { ! grep -qE -- "$1" "$T/stdout" || fail "told: $1: $(cat "$T/stdout")"; }
about() { json "two-out/bug-$1/report.json" cause | grep -q "\`$2\`" || fail "bug-$1 is not about $2: $(json "two-out/bug-$1/report.json" cause)"; }

program '' a++ b++
for seed in 1 2 3; do
	search --seed $seed
	[ "$(json json failures.#)" = 2 ] || fail "seed $seed: $(json json failures)"
	[ "$(echo two-out/bug-*)" = "two-out/bug-1 two-out/bug-2" ] || fail "seed $seed: there are $(echo two-out/bug-*)"
	about 1 b
	about 2 a
done
grep -q 'another failure looks the same' two-out/bug-2/report.txt || fail "the report does not say that there are two"
grep -q 'another failure looks the same' pages/bug-2.html || fail "the page does not say it"
grep -q 'another failure looks the same' sarif || fail "SARIF does not say it"
for bug in 1 2; do
	run 1 "$HEDDLE" replay --times 20 two-out/bug-$bug
done

program 'static int more;' a++ b++
search
for bug in 1 2; do
	told "bug-$bug \(.*\): still failing"
done
program '' '__atomic_fetch_add(&a, 1, 5)' b++
search
told 'bug-1 \(.*\): still failing'
untold 'bug-2 \(.*\): still failing'
program '' a++ '__atomic_fetch_add(&b, 1, 5)'
search
told 'bug-2 \(.*\): still failing'
untold 'bug-1 \(.*\): still failing'

cat >lines.c <<'END'
#include <assert.h>
#include <pthread.h>
static volatile int a;
static void first(void) { a++; }
static void second(void) { a += 2; }
static void third(void) { a = a + 3; }
static void *one(void *unused)
{
	first();
	second();
	return unused;
}
static void *two(void *unused)
{
	third();
	first();
	return unused;
}
int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], 0, one, 0);
	pthread_create(&t[1], 0, two, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	assert(a == 7);
	return 0;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o lines lines.c -pthread || fail "cannot build lines.c"
for seed in 1 2 3; do
	run 1 "$HEDDLE" test -k -s random -j 1 -n 2000 -t 900 --seed $seed --json json --out lines-out --no-store -- ./lines
	[ "$(json json failures.#)" = 1 ] || fail "one variable, seed $seed: $(json json failures)"
done
