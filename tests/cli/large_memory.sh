#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Programs with much memory: 1 GB on main's stack, and 4 GB that are mapped and touched, with which -t still holds.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

needs=$((8 << 20)) # kB: 4 GB, and what else is going on
[ "$(awk '/MemAvailable/ { print $2 }' /proc/meminfo)" -ge $needs ] || skip "less than $((needs >> 20)) GB of memory are free"
ulimit -s $((1200 << 10)) 2>/dev/null || skip "stacks may not be larger than $(ulimit -Hs) kB"

cat >large.c <<'END'
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#define GB (1UL << 30)
static void *work(void *unused) { return unused; }
static int touch(volatile char *p, size_t n)
{
	for (size_t i = 0; i < n; i += 4096)
		p[i] = 1;
	return p[n / 2] != 1;
}
static int on_stack(void)
{
	char large[GB];
	return touch(large, sizeof large);
}
static int mapped(void)
{
	char *p = mmap(NULL, 4 * GB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return p == MAP_FAILED ? 3 : touch(p, 4 * GB);
}
int main(int argc, char **argv)
{
	pthread_t t;
	int result = argc > 1 && *argv[1] == 's' ? on_stack() : mapped();
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return result;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o large large.c -pthread

say "1 GB on the stack of main"
run 0 "$HEDDLE" test -q -n 2 -t 500 -j 1 --seed 1 --no-store --out out --json json -- ./large stack
[ "$(json json verdict)" = passed ] || fail "$(json json)"

# A machine that is slow does not get one run done in 3 s, and Heddle says so. What was wrong once would take minutes.
say "4 GB that are mapped and touched"
status=0
timeout 100 "$HEDDLE" test -q -t 3 -j 1 --seed 1 --no-store --out out --json json -- ./large mapped >stdout 2>stderr </dev/null || status=$?
case "$status $(json json verdict)" in
"0 passed" | "2 inconclusive") ;;
*) cat stdout stderr && fail "status $status, $(json json)" ;;
esac
