#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Memory that a run maps, unmaps, moves and protects is put back in place: no new process is needed, and each run finds
# the memory as the first one did.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >maps.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#define PAGE 4096
static char *early;	   /* mapped before main */
static char table[1 << 16]; /* in the program's own memory */
static char *map(size_t size) { return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }
__attribute__((constructor)) static void before_main(void)
{
	early = map(16 * PAGE);
	memset(early, 7, 16 * PAGE);
}
static void check_early(void)
{
	for (int i = 0; i < 16 * PAGE; i++)
		assert(early[i] == 7);
	for (int i = 0; i < (int)sizeof table; i++)
		assert(table[i] == 0);
}
static void aligned_block(void) /* as allocators do it: map more, cut off both ends */
{
	char *p = map(64 * PAGE), *at = (char *)(((uintptr_t)p + 16 * PAGE - 1) & ~(uintptr_t)(16 * PAGE - 1));
	if (at > p)
		assert(!munmap(p, (size_t)(at - p)));
	assert(!munmap(at + 16 * PAGE, (size_t)(p + 64 * PAGE - (at + 16 * PAGE))));
	memset(at, 1, 16 * PAGE);
}
static void *work(void *unused)
{
	char *grown = mremap(map(PAGE), PAGE, 32 * PAGE, MREMAP_MAYMOVE);
	memset(grown, 2, 32 * PAGE);
	munmap(grown + PAGE, 8 * PAGE);
	aligned_block();
	return unused;
}
int main(void)
{
	pthread_t t;
	char *page = (char *)(((uintptr_t)table + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
	check_early();
	memset(page, 3, PAGE);
	memset(early, 4, 16 * PAGE);
	assert(!mprotect(early + 8 * PAGE, PAGE, PROT_NONE));
	assert(!munmap(early + 4 * PAGE, 2 * PAGE));
	assert(mmap(early, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == early && !early[0]);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	munmap(early + 8 * PAGE, 8 * PAGE);
	return 0;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o maps maps.c -pthread || fail "cannot build maps.c"
run 0 "$HEDDLE" test -s random -q -n 200 -t 900 -j 1 --seed 1 --json json --out out -- ./maps
[ "$(json json reset)" = place ] || fail "not in place: $(json json reset)"
[ "$(json json runs)" = 200 ] || fail "$(json json runs) runs"

# Memory that was unmapped is not there for the rest of the run.
sed 's/^\treturn 0;$/\treturn early[9 * PAGE];/' maps.c >gone.c
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o gone gone.c -pthread || fail "cannot build gone.c"
run 1 "$HEDDLE" test -q -n 1 -j 1 --seed 1 --json json --out out -- ./gone
[ "$(json json failures.0.kind)" = crash ] || fail "$(json json failures)"

# Tens of megabytes are put back in place, whatever a run does to them: it writes to some of the pages or to most of them, has the
# kernel write there, gives pages back, or makes them anew.
cat >large.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#define PAGE  4096
#define PAGES 2000
static char *mapped, *block, table[PAGES * PAGE];
static void fill(char *at)
{
	for (int i = 0; i < PAGES; i++)
		memset(at + i * PAGE, i % 100 + 1, PAGE);
}
static void check(const char *at)
{
	for (int i = 0; i < PAGES; i++)
		assert(at[i * PAGE] == i % 100 + 1 && !memcmp(at + i * PAGE, at + i * PAGE + 1, PAGE - 1));
}
__attribute__((constructor)) static void before_main(void)
{
	mapped = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	block = malloc(PAGES * PAGE);
	fill(mapped);
	fill(block);
	fill(table);
}
static void *work(void *at)
{
	for (int i = 0; i < PAGES; i += 97)
		((char *)at)[i * PAGE + i] = 0;
	return NULL;
}
int main(int argc, char **argv)
{
	pthread_t t[3];
	char *all[3] = {mapped, block, table};
	int zero = open("/dev/zero", O_RDONLY);
	for (int i = 0; i < 3; i++)
		check(all[i]);
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, work, all[i]);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < 3; i++)
		assert(read(zero, all[i] + 5 * PAGE + 7, PAGE) == PAGE);
	madvise(mapped + 10 * PAGE, 20 * PAGE, MADV_DONTNEED);
	munmap(mapped + 50 * PAGE, 5 * PAGE);
	if (argc > 1)
		for (int i = 0; i < 3; i++)
			memset(all[i] + 100 * PAGE, 0, (PAGES - 100) * PAGE);
	return 0;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o large large.c -pthread || fail "cannot build large.c"
for argument in "" most; do
	run 0 "$HEDDLE" test -q -n 12 -t 900 -j 1 --check none --seed 1 --json json --out out -- ./large ${argument:+"$argument"}
	[ "$(json json reset)" = place ] || fail "not in place: $(json json reset)"
done
