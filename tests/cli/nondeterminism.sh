#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A program that decides by what nobody controls: its failures are not confirmed, and heddle names the call, its source
# line and what can be done about it. Each of these programs fails in half of its runs, whatever the schedule: 100 runs
# without a failure, or 16 replays of one that all do the same, come once in 30,000 times at most.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
for source in "$ROOT"/tests/programs/uncontrolled/*.c; do
	name=$(basename "$source" .c)
	[ "$name" != instruction ] || grep -q '^flags.* rdrand' /proc/cpuinfo || continue
	mkdir "$name"
	cd "$name" || exit
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -Wall -Wextra -o "$name" "$source" -pthread || fail "cannot build $name"
	line=$(grep -n 'HERE' "$source" | cut -d: -f1)
	call=$(header "$source" NAMES)
	run 1 "$HEDDLE" test -n 100 -t 900 -j 1 --json json "./$name"
	cp "$T/stderr" said
	grep -q 'inconclusive: a failure was seen but did not replay' said || fail "$name: does not say what it is"
	grep -qF "$call" said || { cat said && fail "$name: does not name $call"; }
	grep -qF "at $name.c:$line " said || { cat said && fail "$name: does not name line $line"; }
	[ "$(json json verdict)" = inconclusive ] || fail "$name: verdict $(json json verdict)"
	[ "$(json json failures.0.confirmed)" = false ] || fail "$name: confirmed: $(json json failures)"
	[ "$(json json findings.0.kind)" = uncontrolled-nondeterminism ] || fail "$name: no finding"
	cd ..
done

# The stack is where it was, whatever the environment: this one decides by an address.
cat >stack.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *add(void *argument)
{
	for (unsigned i = 0; i < ((uintptr_t)argument >> 4) % 16 + (getenv("MORE") != NULL); i++) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
	counter++;
	return NULL;
}
int main(void)
{
	pthread_t t[2];
	int here;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, &here);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(counter == 2);
	return 0;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o stack stack.c -pthread
run 1 "$HEDDLE" test -t 900 --out stack-out ./stack
for n in 1 7 16 100 1000; do
	run 1 env ANOTHER="$(printf '%*s' $n x)" "$HEDDLE" replay stack-out/bug-1
	run 1 env ANOTHER="$(printf '%*s' $n x)" YET_ANOTHER= "$HEDDLE" replay stack-out/bug-1
done
run 1 env -i PATH="$PATH" "$HEDDLE" replay stack-out/bug-1
run 1 env -i PATH="$PATH" LONGER=1 "$HEDDLE" replay stack-out/bug-1

# What it decides by may be a variable: heddle says which ones have changed, but keeps no values.
run 2 env MORE=secret "$HEDDLE" replay stack-out/bug-1
says 'not what they were: MORE' 4
! grep -rq secret stack-out || fail "a value was kept"
