#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs that begin where the first thread is created are the runs that begin at main: the same schedules and hashes, failures and
# findings, in place and in forks. And where what comes before is not only memory, all runs begin at main.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# search WHEN RESET OPTION… -- PROGRAM…: leaves its JSON in WHEN.json and the hash of each run in WHEN.hashes.
search()
{
	local when=$1 reset=$2
	shift 2
	rm -rf o
	"$HEDDLE" test -q --reset "$reset" --backtrack "$when" -j 1 -t 900 -k --minimize 0 --no-store --seed 1 --hashes "$when.hashes" \
		--json "$when.json" --out o "$@" >/dev/null 2>&1 </dev/null || [ $? = 1 ] || fail "$when $reset $*"
}

value() { json "$1.json" "$2" 2>/dev/null || true; }

# same RESET OPTION… -- PROGRAM…: with start points and without.
same()
{
	local what
	search off "$@"
	search often "$@"
	cmp off.hashes often.hashes || fail "$*: other runs"
	for what in verdict runs steps accesses threads reset failures.{0,1}.{kind,message,run} findings.{0,1,2}.{kind,message}; do
		[ "$(value off $what)" = "$(value often $what)" ] || fail "$*: $what differs"
	done
	begun=$(json often.json backtracking.runs)
}

# All but the first runs begin there: one for each heap mode to warm up, one that becomes the point, and those after a failure that
# takes the process along. An aim may bring another heap mode than the one that was prepared for.
"$B/bin/heddle-cc" -O1 -g -o setup "$ROOT/bench/setup.c" -pthread || fail setup.c
seq 1 500 >numbers
for reset in place fork; do
	same $reset -n 300 -- ./setup 200 numbers strict
	[ "$begun" -ge 280 ] || fail "$reset: $begun of 300 runs began at a start point"
	[ "$(json often.json failures.0.kind)" = assert ] || fail "$reset: $(json often.json failures.0.kind)"
	run 1 "$HEDDLE" replay --times 5 o/bug-1
done
cp often.hashes forked.hashes
same place -n 300 -- ./setup 200 numbers strict
cmp often.hashes forked.hashes || fail "in place and in forks the runs differ"
for strategy in pct surw race maple; do
	same place -s $strategy -n 100 -- ./setup 200 numbers strict
	[ "$begun" -ge 60 ] || fail "$strategy: $begun of 100 runs began at a start point"
done
# Analyses that are told of all that a thread calls need the beginning: runs that they look at begin at main.
same place --check all -n 100 -- ./setup 200 numbers strict

# By itself: where much is done before the first thread, and only there. Accesses of one run in 16 are all checked, so the first of
# those begins at main as well.
for reset in place fork; do
	search off $reset -n 100 -- ./setup 150000 numbers strict
	search on $reset -n 100 -- ./setup 150000 numbers strict
	cmp off.hashes on.hashes || fail "$reset: other runs by themselves"
done

# What is done before the first thread is not only memory, or depends on the run.
cat >before.c <<'EOP'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
static int fd = -1, n;
static char *mapped;
static void *work(void *unused)
{
	char c;
	n++;
	if (fd >= 0)
		assert(read(fd, &c, 1) == 1 && c == 'a');
	if (mapped)
		mapped[0]++;
	return unused;
}
static void on_signal(int number) { n += number; }
int main(int argc, char **argv)
{
	const char *how = argv[argc - 1];
	pthread_t t;
	if (!strcmp(how, "reads"))
		close(open("/etc/passwd", O_RDONLY));
	if (!strcmp(how, "keeps-open")) {
		fd = open("letters", O_RDONLY);
	} else if (!strcmp(how, "writes")) {
		FILE *f = fopen("made", "w");
		fputs("x", f);
		fclose(f);
	} else if (!strcmp(how, "removes")) {
		remove("made");
	} else if (!strcmp(how, "maps")) {
		mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	} else if (!strcmp(how, "signals")) {
		signal(SIGUSR1, on_signal);
		raise(SIGUSR1);
	} else if (!strcmp(how, "asks")) {
		n = getpid() > 0;
	} else if (!strcmp(how, "sleeps")) {
		usleep(1000);
	} else if (!strcmp(how, "input")) {
		n = getchar() == 'a';
		assert(n);
	}
	pthread_create(&t, NULL, work, NULL);
	n++;
	pthread_join(t, NULL);
	if (!strcmp(how, "writes"))
		assert(!remove("made"));
	if (!strcmp(how, "removes")) {
		struct stat st;
		assert(stat("made", &st));
		close(open("made", O_WRONLY | O_CREAT, 0600));
	}
	return 0;
}
EOP
"$B/bin/heddle-cc" -O1 -g -o before before.c -pthread || fail before.c
echo abc >letters
for reset in place fork; do
	same $reset -n 30 -- ./before reads
	[ "$begun" -ge 20 ] || fail "$reset, reads: $begun of 30 runs began at a start point"
	for how in keeps-open writes removes maps signals asks sleeps; do
		same $reset -n 30 -- ./before $how
		[ "$begun" = 0 ] || fail "$reset, $how: $begun runs began at a start point"
		[ "$(json often.json verdict)" = passed ] || fail "$reset, $how: $(json often.json verdict)"
	done
done
# Input from a file is read anew by each run.
for when in off often; do
	"$HEDDLE" test -q --backtrack $when -j 1 -n 30 --no-store --json $when.json -- ./before input <letters >/dev/null 2>&1 || fail "input"
	[ "$(json $when.json verdict)" = passed ] || fail "input: $(json $when.json verdict)"
done
