#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A file is closed and opened again while another thread writes to its descriptor: each search finds that the thread may write in between, and a replay
# shows it. A search that finds nothing may not say that it has tried all, because not all that is done with descriptors is a scheduling point.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >rotates.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int log_fd, failures;
static void *rotate(void *unused)
{
	close(log_fd);
	log_fd = open("/dev/null", O_WRONLY);
	return unused;
}
int main(void)
{
	pthread_t t;
	log_fd = open("/dev/null", O_WRONLY);
	pthread_create(&t, 0, rotate, 0);
	if (write(log_fd, "started\n", 8) < 0)
		failures++;
	pthread_join(t, 0);
	close(log_fd);
	return failures;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o rotates rotates.c -pthread || fail "cannot build rotates.c"
for strategy in auto random dfs dpor value chess; do
	run 1 "$HEDDLE" test -s $strategy -j 1 --seed 1 -n 500 -t 900 --no-store --minimize 0 --json json --out out -- ./rotates
	run 1 "$HEDDLE" replay --times 20 out/bug-1
	grep -q "20 of 20 replays failed identically" stdout || fail "$strategy: $(cat stdout)"
done

# Nothing comes of it here, but not all that may be done with a descriptor is a scheduling point: this is no proof.
sed 's/failures++/failures = 0/' rotates.c >careless.c
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o careless careless.c -pthread || fail "cannot build careless.c"
for strategy in dfs dpor value chess; do
	run 0 "$HEDDLE" test -s $strategy -j 1 --seed 1 -n 500 -t 900 --no-store --json json --out out -- ./careless
	[ "$(json json verdict)" != exhausted ] || fail "$strategy: exhausted: $(json json proof.sentence)"
	grep -q 'files are opened or closed while other threads use descriptors' stdout || fail "$strategy does not say why: $(cat stdout)"
done

# A file that main opens before its threads, and closes after them, is no reason.
cat >alone.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void *nothing(void *unused) { return unused; }
int main(void)
{
	pthread_t t;
	int fd = open("/dev/null", O_WRONLY);
	pthread_create(&t, 0, nothing, 0);
	pthread_join(t, 0);
	return close(fd);
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o alone alone.c -pthread || fail "cannot build alone.c"
run 0 "$HEDDLE" test -s dpor --no-store --json json --out out -- ./alone
[ "$(json json verdict)" = exhausted ] || fail "alone: $(json json proof.sentence)"
