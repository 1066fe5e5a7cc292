#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A replay in which the program does something else says at which step and what differed, and exits with 2.
. "$(dirname "$0")/../lib.sh"
cat >"$T/moody.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *worker(void *unused)
{
	if (access("changed", F_OK) == 0) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
	}
	counter++;
	return unused;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(counter == 2);
	return 0;
}
END
cd "$T" || exit
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o moody moody.c -pthread
run 1 "$HEDDLE" test -t 900 --out o ./moody
run 1 "$HEDDLE" replay --times 3 o/bug-1
: >changed
run 2 "$HEDDLE" replay o/bug-1
cat "$T/stdout" "$T/stderr" | grep -i 'step' >/dev/null || fail "does not say at which step"
cat "$T/stdout" "$T/stderr" | grep -i 'lock' >/dev/null || fail "does not say what differed"
rm changed
run 1 "$HEDDLE" replay o/bug-1
