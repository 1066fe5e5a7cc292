#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A file is closed and opened again while another thread writes to its descriptor. No scheduling point is in between, so no search shows
# what may happen there, and none may say that it has tried all.
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
for strategy in auto dfs dpor value chess; do
	"$HEDDLE" test -s $strategy -j 1 --seed 1 -n 500 -t 900 --no-store --json json --out out -- ./rotates >stdout 2>&1
	[ "$(json json verdict)" != exhausted ] || fail "$strategy: exhausted: $(json json proof.sentence)"
	[ $strategy = auto ] || grep -q 'files are opened or closed while other threads use descriptors' stdout || fail "$strategy does not say why: $(cat stdout)"
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
