#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Findings are driven to happen (-s race, -s deadlock, -s atomicity, and a share of the default's runs), and each says what
# came of it: confirmed, failing, or not reproduced. UPDATE=1 writes the golden files anew.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# drive STATUS PROGRAM OPTION…: searches it.
drive()
{
	local status=$1 program=$2
	shift 2
	rm -rf out
	run "$status" "$HEDDLE" test ${quiet--q} -t 900 -n 300 -j 1 --seed 1 --json json --out out "$@" -- "$program"
}

# is KEY VALUE: of the first finding.
is()
{
	[ "$(json json "findings.0.$1")" = "$2" ] || fail "$1 is $(json json "findings.0.$1"), not $2: $(json json findings)"
}

golden()
{
	local file=$ROOT/tests/cli/golden/$1
	unfolded out/findings.txt | mask | sed -E 's/seed [0-9]+/seed SEED/' >masked
	if [ "${UPDATE:-}" = 1 ]; then
		cp masked "$file"
	else
		diff -u "$file" masked || fail "$1 differs"
	fi
}

program_of() { build_copy "$(source_of "$1")"; }

# ---- races: those that can happen are confirmed at the first attempt, and where there is none nothing is tried ----
for name in mutex_same rwlock_readers semaphore heap_reuse; do
	for racy in "" -DRACY; do
		HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread $racy -o "$name" "$ROOT/tests/races/$name.c"
		drive 0 "./$name" -s race --check race -n 100
		if [ -z "$racy" ]; then
			[ "$(json json findings.#)" = 0 ] || fail "$name: $(json json findings)"
			continue
		fi
		is kind race
		is status confirmed
		is failure null
		[ "$(json json findings.0.confirmed)" = "$(json json findings.0.attempts)" ] || fail "$name: missed: $(json json findings)"
	done
done
grep -q '^  confirmed: both accesses were pending at the same time in [0-9]* of [0-9]* attempts, first in run 9$' out/findings.txt ||
	fail "no such sentence: $(cat out/findings.txt)"
drive 0 ./mutex_same -s race --check lock-order -n 50 # races are what it is about
is status confirmed
# … also by the default
drive 0 ./mutex_same
is status confirmed
# Who sleeps or yields on the way is waited for: but for sleeps that end last, in each attempt.
cat >sleepy.c <<'END'
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
int x;
static void *awake(void *arg) { x = 1; return arg; }
static void *sleepy(void *arg) { for (int i = 0; i < 5; i++) WAIT; x = 2; return arg; }
int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], 0, awake, 0);
	pthread_create(&t[1], 0, sleepy, 0);
	return pthread_join(t[0], 0) | pthread_join(t[1], 0);
}
END
for wait in "usleep(1000)" "sched_yield()"; do
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread "-DWAIT=$wait" -o sleepy sleepy.c
	drive 0 ./sleepy -s race
	[ "$(json json findings.0.confirmed)" -ge 30 ] || fail "$wait: $(json json findings)"
done
# What only another order of memory than that of x86 could show cannot be pending at the same time.
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -DRACY -o double_checked "$ROOT/tests/races/double_checked.c"
drive 0 ./double_checked -s race
[ "$(json json findings.1.status)" = not-reproduced ] || fail "double_checked: $(json json findings)"
[ "$(json json findings.1.attempts)" = 50 ] || fail "double_checked: $(json json findings)"

# One order of the race fails, the other one does not: the second attempt turns it round.
one_order=$(program_of race_one_order)
drive 0 "$one_order" -s random
is status untried
drive 1 "$one_order" -s race
is status failing
is failure 1
is attempts 2
[ "$(json json failures.0.run)" = 10 ] || fail "found in run $(json json failures.0.run)"
golden confirm_race.txt

# --fail-on race: the race itself is the failure, and replays.
drive 1 ./mutex_same -s race --fail-on race
[ "$(json json failures.0.kind)" = race ] || fail "--fail-on race: $(json json failures)"
is status failing
grep -q '^heddle: race: thread 1 (start_body) .* `counter` at .*:11 at the same time as thread 2 .* it at .*:20$' <(unfolded stdout) ||
	fail "--fail-on race: $(head -1 stdout)"
run 1 "$HEDDLE" replay --times 20 out/bug-1
grep -q '^heddle: 20 of 20 replays failed identically' stdout || fail "the race does not replay"
for reset in fork exec; do
	drive 1 ./mutex_same -s race --fail-on race --reset $reset
	run 1 "$HEDDLE" replay --times 3 out/bug-1
done
echo 'race:counter' >known.supp
drive 0 ./mutex_same -s race --fail-on race --suppressions known.supp
[ "$(json json failures.#)" = 0 ] || fail "a race that is suppressed is a failure"

# ---- lock orders: two and three threads that chance hardly ever brings together ----
for name in lock_rare_order lock_rare_circle; do
	program=$(program_of $name)
	drive 0 "$program" -s random
	is kind lock-order
	is status untried
	drive 1 "$program" -s deadlock
	[ "$(json json failures.0.kind)" = deadlock ] || fail "$name: $(json json failures)"
	[ "$(json json failures.0.run)" -le 12 ] || fail "$name: only in run $(json json failures.0.run)"
	is status failing
	is failure 1
	drive 1 "$program" -n 200
	is status failing
done
golden confirm_lock_order.txt
drive 0 "$(program_of lock_order_kept_apart)" -s deadlock
is status not-reproduced
is attempts 50
grep -q '^  not reproduced in 50 attempts$' out/findings.txt || fail "$(cat out/findings.txt)"

# Two lock orders of one function that takes all locks are two findings, and two failures.
cat >wrapper.c <<'END'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER;
static void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void give(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
static void both(pthread_mutex_t *x, pthread_mutex_t *y) { take(x); take(y); give(y); give(x); }
static void *one(void *arg) { both(&a, &b); both(&c, &d); return arg; }
static void *two(void *arg) { both(&b, &a); both(&d, &c); return arg; }
int main(void)
{
	pthread_t t[2];
	pthread_create(&t[0], 0, one, 0);
	pthread_create(&t[1], 0, two, 0);
	return pthread_join(t[0], 0) | pthread_join(t[1], 0);
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O0 -g -pthread -o wrapper wrapper.c
drive 1 ./wrapper -s deadlock -k
[ "$(json json failures.#) $(json json findings.#)" = "2 2" ] || fail "wrapper: $(json json failures) $(json json findings)"
[ "$(($(json json findings.0.failure) + $(json json findings.1.failure)))" = 3 ] || fail "wrapper: $(json json findings)"

# ---- what is locked all the time is no race, and still not atomic ----
account=$(program_of atomicity_account)
drive 0 "$account" -s race
quiet="" drive 1 "$account" -s atomicity -v
[ "$(json json failures.0.run)" -le 12 ] || fail "atomicity_account: only in run $(json json failures.0.run)"
grep -qE '^heddle: atomic blocks to drive runs to: [0-9]+, [0-9]+ of them reached, 1 led to a failure' stderr || fail "$(cat stderr)"

# ---- it ends when nothing is left to try ----
drive 0 "./semaphore" -s deadlock -n 100000
[ "$(json json runs)" -lt 1000 ] || fail "$(json json runs) runs with nothing to try"

# ---- more findings than there is room for ----
{
	echo '#include <pthread.h>'
	for i in $(seq 150); do echo "static int x$i;"; done
	echo 'static void *all(void *unused) {'
	for i in $(seq 150); do printf '\tx%d++;\n' "$i"; done
	echo 'return unused; }'
	echo 'int main(void) { pthread_t t; pthread_create(&t, 0, all, 0); all(0); return pthread_join(t, 0); }'
} >many.c
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -o many many.c
run 0 "$HEDDLE" test -n 20 -t 900 --out out -- ./many
grep -q '^heddle: limit: more than 256 findings: further ones are not told' "$T/stdout" || fail "nothing is said of the findings that did not fit"
