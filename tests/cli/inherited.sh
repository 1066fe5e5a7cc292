#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What a program inherits: files that it writes to, where others go on writing afterwards, and the terminal.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

compile()
{
	cat >"$1.c"
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o "$1" "$1.c" -pthread || fail "cannot build $1"
}

# A replay's output stays as it is when something is written behind it, and is there once: 12 threads are more than a
# process prepares at first.
compile prints <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int wrong = 1;
static void *say(void *unused) { printf("thread\n"); return unused; }
int main(void)
{
	pthread_t t[12];
	dprintf(1, "begin\n");
	for (int i = 0; i < 12; i++)
		pthread_create(&t[i], NULL, say, NULL);
	for (int i = 0; i < 12; i++)
		pthread_join(t[i], NULL);
	printf("end\n");
	fflush(stdout);
	assert(!wrong);
	return 0;
}
END
run 1 "$HEDDLE" test -q -n 3 -t 900 -j 1 --seed 1 --out out -- ./prints
{ echo begin && printf "thread\n%.0s" {1..12} && echo end; } >wanted
status=0
{ "$HEDDLE" replay out/bug-1 || status=$? && echo after; } >file 2>stderr
[ $status = 1 ] || { cat stderr && fail "replay: status $status"; }
head -14 file | diff wanted - || fail "the program's output in a file"
grep -q '^heddle: .*as recorded' file || fail "what heddle says is not in the file"
[ "$(tail -1 file)" = after ] || fail "what comes after it is not at the end: $(tail -1 file)"
echo before >appended
"$HEDDLE" replay out/bug-1 >>appended 2>stderr || true
{ echo before && cat wanted; } | diff - <(head -15 appended) || fail "the program's output behind what was in the file"
{ "$HEDDLE" replay out/bug-1 2>stderr || true; } | sed -n 1,14p | diff wanted - || fail "the program's output in a pipe"

# Another descriptor: each run begins where it was, and a shell goes on behind the last one.
compile logs <<'END'
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *say(void *unused) { dprintf(3, "thread\n"); return unused; }
int main(void)
{
	pthread_t t;
	int wrong = lseek(3, 0, SEEK_CUR) != 6;
	pthread_create(&t, NULL, say, NULL);
	return pthread_join(t, NULL) | wrong;
}
END
{ echo first >&3 && run 0 "$HEDDLE" test -q -n 50 -t 900 -j 1 --seed 1 --out out -- ./logs && echo last >&3; } 3>log
printf 'first\nthread\nlast\n' | diff - log || fail "a descriptor that the program inherits"

# What heddle and its libraries open in the course of a search is not passed on: the numbers of descriptors are the same
# in each process. Names of places are looked up, in files of the program, as soon as something is written to the store.
compile numbers <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int shared;
static void *work(void *unused) { shared++; return unused; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	shared++;
	pthread_join(t, NULL);
	for (int next = 4; next < 100; next++) /* 3 is what the test passes on */
		if (open("/dev/null", O_RDONLY) != next)
			return 3;
	return fcntl(3, F_GETFD) == 0 ? 0 : 4;
}
END
(
	for fd in {4..99}; do eval "exec $fd>&-"; done
	run 0 "$HEDDLE" test -s random -q -n 200 -t 900 -j 1 --seed 1 --reset exec --json json --out out-numbers -- ./numbers
) 3</dev/null
[ "$(json json runs)" = 200 ] || fail "$(json json runs) runs"

# The terminal: a worker is not in its foreground, and is not stopped for that.
compile terminal <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <termios.h>
#include <unistd.h>
static void *work(void *unused) { return unused; }
int main(void)
{
	int fd = open("/dev/tty", O_RDWR);
	struct termios t;
	pthread_t thread;
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	if (fd < 0 || !isatty(fd) || tcgetattr(fd, &t))
		return 3;
	t.c_lflag ^= ECHO;
	if (tcsetattr(fd, TCSAFLUSH, &t))
		return 4;
	t.c_lflag ^= ECHO;
	return tcsetattr(fd, TCSANOW, &t) ? 5 : 0;
}
END
script -qec "timeout 1000 $HEDDLE test -s random -q -n 20 -t 900 -j 1 --out out --json json -- ./terminal" /dev/null </dev/null >screen ||
	{ cat screen && fail "a program that uses the terminal"; }
[ "$(json json verdict) $(json json runs)" = "passed 20" ] || fail "terminal: $(json json)"

# One that leaves it changed, and one that crashes then: each run finds it as it was, and so does the user's shell.
compile leaves_terminal <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>
static void *work(void *unused) { return unused; }
int main(int argc, char **argv)
{
	int fd = open("/dev/tty", O_RDWR);
	struct termios t;
	pthread_t thread;
	(void)argv;
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, NULL);
	if (fd < 0 || tcgetattr(fd, &t) || !(t.c_lflag & ECHO))
		return 3;
	cfmakeraw(&t);
	if (tcsetattr(fd, TCSANOW, &t))
		return 4;
	if (argc > 1)
		abort();
	return 0;
}
END
# on_terminal VERDICT [ARGUMENT]
on_terminal()
{
	cat >commands <<END
stty -g >before
timeout 1000 $HEDDLE test -s random -q -n 20 -t 900 -j 1 --no-store --out out --json json -- ./leaves_terminal ${2:-}
stty -g >after
END
	script -qec "bash commands" /dev/null </dev/null >screen
	[ "$(json json verdict)" = "$1" ] || { cat screen && fail "terminal left changed: $(json json)"; }
	cmp before after || fail "the terminal is not as it was before the search that $1"
}
on_terminal passed
on_terminal failed crash
[ "$(json json failures.0.kind) $(json json failures.0.confirmed)" = "abort true" ] || fail "$(json json failures)"
