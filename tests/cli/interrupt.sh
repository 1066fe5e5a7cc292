#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Ctrl-C, SIGTERM and SIGHUP end a search cleanly: a summary, the JSON file, and a status that is no success, because what was
# asked for has not been done. A failure that was found by then stays one.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >count.c <<'CODE'
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static void *work(void *unused)
{
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t t;
	int fd = open(argv[1], O_CREAT | O_WRONLY | O_APPEND, 0600);
	if (fd < 0 || write(fd, "x", 1) != 1)
		return 2;
	close(fd);
	while (argc > 2 && !strcmp(argv[2], "endless"))
		__asm__ volatile("" ::: "memory");
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	return argc > 2 && !strcmp(argv[2], "fails");
}
CODE
"$B/bin/heddle-cc" -o count count.c -lpthread || fail "count.c"

# interrupt SIGNAL RUNS OPTION…: sends the signal when so many runs have begun, and prints the exit status. In the background a
# shell script's children ignore SIGINT, hence `env` with its default action.
interrupt()
{
	local status=0 signal=$1 runs=$2
	shift 2
	rm -f ran
	env --default-signal="$signal" "$HEDDLE" test -s random -t 500 --timeout 400 --json json --out o "$@" >stdout 2>stderr &
	local pid=$!
	until [ -f ran ] && [ "$(wc -c <ran)" -ge "$runs" ]; do
		kill -0 $pid 2>/dev/null || fail "it ended by itself"
		sleep 0.1
	done
	kill -"$signal" $pid
	wait $pid || status=$?
	echo $status
}

for signal in INT TERM HUP; do
	status=$(interrupt $signal 200 -- ./count ran)
	[ "$status" = 2 ] || { cat stdout stderr && fail "$signal: exit status $status instead of 2"; }
	[ "$(json json verdict)" = interrupted ] || fail "$signal: verdict $(json json verdict)"
	[ "$(json json runs)" -gt 100 ] || fail "$signal: only $(json json runs) runs"
	grep -q '^heddle: interrupted: no failure in .* runs' stdout || fail "$signal: no summary"
done
for exe in /proc/[0-9]*/exe; do
	[ "$(readlink "$exe" 2>/dev/null)" = "$T/count" ] && fail "a worker is still there: $exe"
done

# Not even one run has ended.
status=$(interrupt TERM 1 -- ./count ran endless)
[ "$status" = 2 ] || fail "no run: exit status $status instead of 2"
[ "$(json json verdict)" = interrupted ] || fail "no run: verdict $(json json verdict)"
[ "$(json json runs)" = 0 ] || fail "no run: $(json json runs) runs"

# A failure was found before.
status=$(interrupt INT 200 -k -- ./count ran fails)
[ "$status" = 1 ] || fail "with failures found: exit status $status instead of 1"
[ "$(json json verdict)" = failed ] || fail "with failures found: verdict $(json json verdict)"
run 1 "$HEDDLE" replay o/bug-1

# What was asked for has been done: passed. A program that cannot be tested has not.
run 0 "$HEDDLE" test -s random -n 20 --json json --out o -- ./count ran
[ "$(json json verdict)" = passed ] || fail "20 runs: $(json json verdict)"
cat >replaces.c <<'CODE'
#include <unistd.h>
int main(void)
{
	return execl("/bin/true", "true", (char *)0);
}
CODE
"$B/bin/heddle-cc" -o replaces replaces.c || fail "replaces.c"
run 2 "$HEDDLE" test --json json --out o -- ./replaces
[ "$(json json verdict)" = refused ] || fail "exec: verdict $(json json verdict)"
