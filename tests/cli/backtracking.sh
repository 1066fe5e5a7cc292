#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Backtracking points change nothing but the time: on small programs, each with other operations, a search whose runs begin at points
# wherever possible makes the same runs, with the same events, as one whose runs all begin at main, and what they reach is the
# same. In place, in forks and with a new process for each run.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
"$B/bin/heddle-cc" -O1 -g -o states "$ROOT/tests/cli/systematic_states.c" -pthread || fail "states"

# search WHEN STRATEGY RESET RUNS PROGRAM…: leaves its JSON in WHEN.json and the hash of each run in WHEN.hashes.
search()
{
	local when=$1
	"$HEDDLE" test -q -s "$2" --reset "$3" --backtrack "$when" -j 1 -n "$4" -t 900 --check none -k --seed 1 --hashes "$when.hashes" \
		--json "$when.json" --out o -- "${@:5}" >/dev/null 2>&1 </dev/null || [ $? = 1 ] || fail "$*"
}

# value WHEN KEY: of the search, or nothing.
value() { json "$1.json" "$2" 2>/dev/null || true; }

# same STRATEGY RESET RUNS PROGRAM…: with points and without.
same()
{
	local what
	search off "$@"
	search often "$@"
	cmp off.hashes often.hashes || fail "$*: other runs"
	for what in verdict runs steps accesses threads proof reset failures.{0,1}.{kind,message,run}; do
		[ "$(value off $what)" = "$(value often $what)" ] || fail "$*: $what differs"
	done
	[ "$(json off.json backtracking.runs)" = 0 ] || fail "$*: runs without points begin at points"
}

# used STRATEGY RESET RUNS PROGRAM…: the same, and points were used.
used()
{
	same "$@"
	[ "$(json often.json backtracking.runs)" -gt 0 ] || fail "$*: no run began at a point"
}
for program in updates mutexes tries nested conditions signals semaphores posts readers spins barriers onces store_buffers \
	exchanges grandchildren detached; do
	used dfs place 60 ./states $program lines
done
for program in updates conditions signals readers barriers detached; do
	same dpor place 60 ./states $program lines
	same chess place 60 ./states $program lines
	used value place 60 ./states $program lines
done
for program in conditions barriers; do
	used dfs fork 40 ./states $program lines
	same chess fork 40 ./states $program lines
	used value fork 40 ./states $program lines
	same dpor exec 5 ./states $program lines
	[ "$(json often.json backtracking.points)" = 0 ] || fail "$program: a point in a process that makes one run"
done

# A program with a failure in the middle, and one whose failures need the heap: found in the same runs, with the same message.
cat >failing.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int *shared, n;
static __thread int own;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char big[1 << 20]; /* untouched before main */
static void *work(void *me)
{
	char *block = malloc(100 + (size_t)me * 1000);
	for (int i = 0; i < 3; i++) {
		big[(long)me * 300000 + i * 5000] = (char)++own;
		pthread_mutex_lock(&m);
		if (n == 5 && me)
			free(shared), shared = NULL;
		n++;
		pthread_mutex_unlock(&m);
		printf("thread %ld, %d\n", (long)me, i);
	}
	if (!me && shared)
		*shared = 1; /* may have been freed since */
	assert(own == 3 && big[(long)me * 300000 + 10000] == 3);
	free(block);
	return NULL;
}
int main(void)
{
	pthread_t t[2];
	shared = calloc(1, sizeof *shared);
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, (void *)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(!memchr(big + 1, 9, 1000) && n == 6);
	free(shared);
	return 0;
}
EOF
"$B/bin/heddle-cc" -O1 -g -o failing failing.c -pthread || fail "failing.c"
for reset in place fork; do
	used dfs $reset 80 ./failing
	[ "$(json often.json failures.0.kind)" = use-after-free ] || fail "failing: $(json often.json failures.0.kind)"
	run 1 "$HEDDLE" replay o/bug-1
done

# What a run has left in the kernel is not put back, so there is no point after it: the file is opened before the threads begin.
cat >opens.c <<'EOF'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int fd, n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *reads(void *unused)
{
	char c;
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&m);
		n += read(fd, &c, 1) == 1;
		pthread_mutex_unlock(&m);
	}
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t t[2];
	fd = open(argv[argc - 1], O_RDONLY);
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, reads, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	close(fd);
	return n != 6;
}
EOF
"$B/bin/heddle-cc" -O1 -g -o opens opens.c -pthread || fail "opens.c"
for reset in place fork; do
	same dfs $reset 40 ./opens opens.c
	[ "$(json often.json backtracking.points)" = 0 ] || fail "opens: a point after a file was opened"
	[ "$(json often.json verdict)" != failed ] || fail "opens: it failed"
done

# Only what comes after a point is carried out again: a prefix of 100,000 accesses once for each run that begins at main. Those are
# the runs that analyses look at, and those up to the first point.
"$B/bin/heddle-cc" -O1 -g -o prefix "$ROOT/bench/prefix.c" -pthread || fail "prefix.c"
for reset in place fork; do
	search on dfs $reset 150 "$T/prefix" 99000
	all=$(json on.json runs) begun=$(json on.json backtracking.runs) accesses=$(json on.json accesses)
	saved=$(json on.json backtracking.accesses)
	[ "$all" = 150 ] || fail "prefix: $all runs"
	[ "$begun" -ge 75 ] || fail "prefix: $begun runs began at a point"
	[ $(((accesses - saved) / 100000)) -le $((all - begun)) ] || fail "prefix: $((accesses - saved)) accesses in $all runs"
done
# Analyses look at a run now and then. What they keep of it is not put back with a point: the next such run must not take it for its own.
cat >looks.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static volatile int all[1000];
static void *before(void *unused)
{
	for (int i = 0; i < 20000; i++)
		all[i % 1000]++;
	return unused;
}
static void *adds(void *me)
{
	for (int i = 0; i < 2; i++) {
		atomic_fetch_add(&x, 1);
		atomic_fetch_add(&y, (int)(long)me);
	}
	return 0;
}
int main(void)
{
	pthread_t t[3];
	pthread_create(&t[0], 0, before, 0);
	pthread_join(t[0], 0);
	for (long i = 0; i < 3; i++)
		pthread_create(&t[i], 0, adds, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	return 0;
}
EOF
"$B/bin/heddle-cc" -O1 -g -o looks looks.c -pthread || fail "looks.c"
search on dpor place 1100 ./looks
[ "$(json on.json backtracking.runs)" -ge 900 ] || fail "looks: $(json on.json backtracking.runs) runs began at a point"
[ "$(json on.json verdict)" = passed ] || fail "looks: $(json on.json verdict)"
# A file that the program inherits makes no difference.
search on dpor place 1100 ./looks 9<looks.c
[ "$(json on.json backtracking.runs)" -ge 900 ] || fail "inherited file: $(json on.json backtracking.runs) runs began at a point"
[ "$(json on.json verdict)" = passed ] || fail "inherited file: $(json on.json verdict)"
# The processes that were points end with the search.
for ((i = 0; i < 200; i++)); do
	pgrep -f "^$T/prefix" >/dev/null || exit 0
	sleep 0.1
done
fail "a process is left"
