#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A failure that happened is confirmed by replays, whatever the program takes and holds meanwhile.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# compile NAME: from the standard input.
compile()
{
	cat >"$1.c"
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o "$1" "$1.c" -pthread || fail "cannot build $1"
}

# Where something is not controlled, a failure is replayed many times, but not for ever. This run takes so long that
# the time for it is over before all replays are: those that were made are what counts.
compile slow <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void *work(void *unused) { return unused; }
int main(void)
{
	pthread_t t;
	FILE *f = fopen("/proc/uptime", "r");
	char line[64];
	fgets(line, sizeof line, f);
	fclose(f);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	for (volatile long i = 0; i < 1000000000; i++) /* nobody else is left: this is real time */
		;
	assert(!"always");
	return 0;
}
END
run 1 "$HEDDLE" test -q -n 1 -j 1 --seed 1 --json json --out slow-out -- ./slow
[ "$(json json failures.0.kind)" = assert ] || fail "no failure: $(json json)"
[ "$(json json failures.0.confirmed)" = true ] || fail "not confirmed: $(json json)"

# A program that reads a file is replayed three times when all replays agree, and not more.
compile reads <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void *work(void *unused) { return unused; }
int main(int argc, char **argv)
{
	pthread_t t;
	char line[64];
	FILE *f = fopen(argv[argc - 1], "r");
	fgets(line, sizeof line, f);
	fclose(f);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	assert(!"always");
}
END
echo text >text
run 1 "$HEDDLE" test -q -n 1 -j 1 --seed 1 --minimize 0 --setup 'echo run >>runs' --json json --out reads-out -- ./reads text
[ "$(json json failures.0.confirmed)" = true ] || fail "not confirmed: $(json json)"
[ "$(wc -l <runs)" = 4 ] || fail "$(wc -l <runs) processes instead of the failure and three replays"

# What the failed process holds is free before the failure is replayed: a port, the lock of a file, and whatever a child
# of it holds that has left its group and session. Nothing of it is left in the end.
compile holds <<'END'
#include <assert.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <unistd.h>
static int count;
static void *add(void *unused) { int seen = count; count = seen + 1; return unused; }
static int take_port(int port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int s = socket(AF_INET, SOCK_STREAM, 0);
	return bind(s, (struct sockaddr *)&at, sizeof at) || listen(s, 5);
}
static void leave_child(void)
{
	if (fork())
		return;
	setsid();
	if (!fork())
		sleep(100000);
	_exit(0);
}
int main(int argc, char **argv)
{
	pthread_t t[2];
	if (argc > 2 && !strcmp(argv[1], "port")) {
		if (take_port(atoi(argv[2])))
			return 3;
	} else {
		if (flock(open(argv[2], O_RDWR | O_CREAT, 0600), LOCK_EX))
			return 3;
		if (!strcmp(argv[1], "child"))
			leave_child();
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, add, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(count == 2);
	return 0;
}
END
for what in "port $((20000 + $$ % 10000))" "lock $T/file" "child $T/file"; do
	read -ra args <<<"$what"
	for options in "" --keep-going; do
		# 1,000 runs at most: a random walk loses an update of two threads in one of ten.
		run 1 "$HEDDLE" test -q -n 1000 -t 900 -j 1 --seed 1 ${options:+"$options"} --json json --out holds-out -- ./holds "${args[@]}"
		[ "$(json json failures.0.kind)" = assert ] || fail "$what: $(json json failures)"
		[ "$(json json failures.0.confirmed)" = true ] || fail "$what: not confirmed: $(json json failures)"
		[ "$(json json failures.#)" = 1 ] || fail "$what: more than one: $(json json failures)"
		for exe in /proc/[0-9]*/exe; do
			[ "$(readlink "$exe" 2>/dev/null)" != "$T/holds" ] || fail "$what: a process is still there: $exe"
		done
	done
done

# What happened once and never again is told with all that is known of it, and counts.
compile once <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int first;
static void fails(void) { assert(!first); }
static void *work(void *unused) { fails(); return unused; }
int main(int argc, char **argv)
{
	pthread_t t;
	first = argc > 1 && access(argv[1], F_OK) != 0;
	if (first)
		fclose(fopen(argv[1], "w"));
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	return 0;
}
END
run 1 "$HEDDLE" test -n 20 -t 900 -j 1 --seed 1 --json json --out once-out -- ./once "$T/mark"
says 'inconclusive: a failure was seen but did not replay: assert .assertion .!first. failed at once.c:6. in run 0: at step 2 of 2: expected nothing more' 5
grep -q '^heddle: inconclusive: 1 failure was seen, but did not replay in .* (20 runs,' stdout || fail "$(tail -3 stdout)"
grep -q 'in thread 1 (work)' stdout || fail "does not say which thread failed"
grep -q 'called from once.c:7  work' stdout || fail "does not show the stack"
[ "$(json json verdict)" = inconclusive ] || fail "verdict $(json json verdict)"
[ "$(json json failures.#) $(json json failures.0.kind) $(json json failures.0.confirmed)" = "1 assert false" ] ||
	fail "failures: $(json json failures)"
[ "$(json json failures.0.schedule)" = once-out/bug-1/schedule ] || fail "schedule: $(json json failures)"
for file in schedule report.txt report.json; do [ -s "once-out/bug-1/$file" ] || fail "no $file"; done
grep -q '^It was seen but did not replay: at step 2 of 2' once-out/bug-1/report.txt || fail "$(cat once-out/bug-1/report.txt)"
run 0 "$HEDDLE" show once-out/bug-1
run 2 "$HEDDLE" replay once-out/bug-1
