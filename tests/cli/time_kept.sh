#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# -t holds, whatever the program does, and nothing is left running. Each of these would take minutes or for ever
# otherwise, so a limit of 60 s for 3 s of search tells one from the other on a slow machine, too.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

compile()
{
	cat >"$1.c"
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o "$1" "$1.c" -pthread || fail "cannot build $1"
}

# within STATUS OPTION… -- PROGRAM…: a search of 3 s.
within()
{
	local want=$1 got=0 exe
	shift
	timeout 60 "$HEDDLE" test -q -t 3 -j 1 --seed 1 --json json --out out "$@" >stdout 2>stderr </dev/null || got=$?
	[ $got = "$want" ] || { cat stdout stderr && fail "$*: exit status $got instead of $want"; }
	for exe in /proc/[0-9]*/exe; do
		case $(readlink "$exe" 2>/dev/null) in "$T"/*) fail "$*: a process is still there: $exe" ;; esac
	done
}

# The first run makes steps for ever: nothing is known about the program when the time is over.
compile endless <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
	for (;;)
		pthread_mutex_lock(&lock), pthread_mutex_unlock(&lock);
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
}
END
for option in "" --keep-going; do
	within 2 ${option:+"$option"} -- ./endless
	says 'no run ended within 3 s; -t gives the search more time'
	[ "$(json json verdict) $(json json runs)" = "inconclusive 0" ] || fail "$(json json)"
done

# The first run fails, and what follows never ends: its replay is cut off, and so it is when the user does not want to
# wait. The failure is not lost.
compile stuck <<'END'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void *work(void *unused) { return unused; }
int main(int argc, char **argv)
{
	int first = open(argv[argc - 1], O_CREAT | O_EXCL, 0600) >= 0;
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	while (!first)
		__asm__ volatile("pause");
	assert(!first);
}
END
within 1 -- ./stuck "$T/mark"
says 'a failure was seen but did not replay: assert .* in run 0: the time was over before the replay was'
[ "$(json json failures.0.confirmed)" = false ] || fail "$(json json)"
rm mark
timeout 100 env --default-signal=TERM "$HEDDLE" test -q -t 1000 -j 1 --seed 1 --json json --out out -- ./stuck "$T/mark" >stdout 2>stderr &
heddle=$!
while [ ! -e mark ]; do sleep 0.1; done
sleep 2
kill -TERM "$(pgrep -P $heddle -x heddle)"
status=0
wait $heddle || status=$?
[ $status = 1 ] || { cat stdout stderr && fail "SIGTERM during a replay: status $status"; }
[ "$(json json failures.0.kind) $(json json failures.0.confirmed)" = "assert false" ] || fail "$(json json)"

# A short run that is going on when the time is over ends by itself: it removes what it has made.
cp "$(build "$(source_of names_fixed_file)" gcc)" fixed
for jobs in 1 2 1 2 1 2 1 2; do
	run 0 "$HEDDLE" test -q -t 0.3 -j $jobs --check none --out kept -- ./fixed
	[ ! -e fixed.lock ] || fail "-j $jobs: the program's file is left"
done
