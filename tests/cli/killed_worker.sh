#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A worker process that is killed between two runs is replaced: the search goes on, tries everything, and says that it happened.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# The first run computes until the file `go` begins with another byte than 0: so long the second worker has nothing to do, and waits.
cat >waits.c <<'EOF'
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
static atomic_int x;
static const volatile char *go;
__attribute__((constructor)) static void map(void)
{
	int fd = open("go", O_RDONLY);
	go = mmap(0, 1, PROT_READ, MAP_SHARED, fd, 0);
	if (go == MAP_FAILED)
		abort();
}
__attribute__((no_sanitize_thread)) static void await_go(void)
{
	while (!*go)
		;
}
static void *add(void *unused)
{
	for (int i = 0; i < 3; i++)
		atomic_fetch_add(&x, 1);
	return unused;
}
int main(void)
{
	pthread_t t[2];
	await_go();
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, add, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
EOF
"$B/bin/heddle-cc" -O1 -g -o waits waits.c -pthread || fail "waits.c"
printf x >go
run 0 "$HEDDLE" test -s dfs -j 2 -t 100 --timeout 100 --check none --no-store --json alone --out o -- ./waits
[ "$(json alone killed_workers)" = 0 ] || fail "workers were killed: $(json alone killed_workers)"
printf '\0' >go

switches() { awk '/^voluntary_ctxt_switches/ { print $2 }' "/proc/$1/status" 2>/dev/null || echo 0; }
"$HEDDLE" test -s dfs -j 2 -t 100 --timeout 100 --check none --no-store --json j --out o -- ./waits >stdout 2>stderr </dev/null &
heddle=$!
# A worker that waits for a run looks each millisecond whether there is one: it gives the processor up again and again, which the one
# that is in the run never does, nor a process that is being started.
idle=
while [ -z "$idle" ]; do
	kill -0 $heddle 2>/dev/null || fail "heddle has ended: $(cat stdout stderr)"
	for worker in $(cat /proc/$heddle/task/$heddle/children); do
		[ "$(switches "$worker")" -lt 300 ] || idle=$worker
	done
	sleep 0.05
done
kill -KILL "$idle"
while [ -e "/proc/$idle/exe" ]; do sleep 0.05; done
printf x | dd of=go conv=notrunc 2>/dev/null
status=0
wait $heddle || status=$?
[ $status = 0 ] || fail "exit status $status: $(cat stdout stderr)"
grep -q 'nothing is left to try' stdout || fail "$(cat stdout stderr)" # how the first run waits is told as a gap of the proof
[ "$(json j killed_workers)" = 1 ] || fail "$(json j killed_workers) killed workers"
grep -q 'note: 1 worker process was killed from outside between two runs; another process went on in its place' stderr || fail "$(cat stderr)"
[ "$(json j proof.runs)" = "$(json alone proof.runs)" ] || fail "$(json j proof.runs) runs instead of $(json alone proof.runs)"

# One that is killed in a run cannot remove the run's shared memory: heddle does.
cat >shares.c <<'EOF'
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#define main wait_and_add
#include "waits.c"
#undef main
int main(void)
{
	close(shm_open("/left", O_CREAT | O_RDWR, 0600));
	return wait_and_add();
}
EOF
"$B/bin/heddle-cc" -O1 -g -o shares shares.c -pthread || fail "shares.c"
printf '\0' >go
"$HEDDLE" test -j 1 -n 3 -t 100 --timeout 100 --check none --no-store --out o -- ./shares >stdout 2>stderr </dev/null &
heddle=$!
left=
while [ -z "$left" ]; do
	kill -0 $heddle 2>/dev/null || fail "heddle has ended: $(cat stdout stderr)"
	for worker in $(cat /proc/$heddle/task/$heddle/children); do
		left=$(find /dev/shm -name "heddle-$worker-*")
		[ -z "$left" ] || break
	done
	sleep 0.05
done
kill -KILL "$worker"
printf x | dd of=go conv=notrunc 2>/dev/null
wait $heddle || true
[ ! -e "$left" ] || fail "$left is left behind"
