#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Which code synchronises unseen is looked for by the first process of a search; those after it are told
# (src/runtime/observe/unseen.c), so what a lock in inline assembler guards is in no race in any of them. What nothing guards is.
. "$(dirname "$0")/../lib.sh"

cat >"$T/lock.c" <<'END'
#include <pthread.h>
static int lock, guarded;
#ifdef OPEN
#define enter()
#define leave()
#else
static void enter(void)
{
	int one;
	do {
		one = 1;
		__asm__ volatile("xchgl %0, %1" : "+r"(one), "+m"(lock) : : "memory");
	} while (one);
}
static void leave(void)
{
	__asm__ volatile("movl $0, %0" : "=m"(lock) : : "memory");
}
#endif
static void *work(void *arg)
{
	enter();
	guarded++;
	leave();
	return arg;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return lock;
}
END

# findings PROGRAM OPTION…: how many races eight runs tell of; there is nothing else to find.
findings()
{
	local program=$1
	shift
	run 0 "$HEDDLE" test -q -n 8 -t 900 --seed 1 -s random --no-store --out "$T/out" --json "$T/json" "$@" -- "$program"
	json "$T/json" 'findings.#'
}

"$B/bin/heddle-cc" -O1 -g -pthread -o "$T/lock" "$T/lock.c"
"$B/bin/heddle-cc" -O1 -g -pthread -DOPEN -o "$T/open" "$T/lock.c"
for reset in place fork exec; do
	for jobs in 1 2; do
		n=$(findings "$T/lock" --reset $reset -j $jobs)
		[ "$n" = 0 ] || fail "--reset $reset -j $jobs: $n races of what a lock guards"
		n=$(findings "$T/open" --reset $reset -j $jobs)
		[ "$n" != 0 ] || fail "--reset $reset -j $jobs: no race of what nothing guards"
	done
done
