#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Loops that walk through memory need no leader (docs/scale.md): all their calls are taken out of the code, as long as something
# around them is heard. A thread that does nothing but walk is heard itself, so that others get their turns.
. "$(dirname "$0")/../lib.sh"

cat >"$T/led.c" <<'END'
#include <pthread.h>
enum { CELLS = 300, ROUNDS = 4000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
	unsigned char *cells = arg;
	for (int r = 0; r < ROUNDS; r++) {
		pthread_mutex_lock(&lock);
		pthread_mutex_unlock(&lock);
		for (int i = 0; i < CELLS; i++)
			cells[i] = (unsigned char)r;
	}
	return NULL;
}
int main(void)
{
	static unsigned char cells[2][CELLS];
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, cells[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
END
cat >"$T/endless.c" <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *walk(void *unused)
{
	static unsigned char cells[5000];
	for (unsigned char r = 0;; r++)
		for (int i = 0; i < 5000; i++)
			cells[i] = r;
	return unused;
}
int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, walk, NULL);
	usleep(1000);
	exit(0);
}
END
for name in led endless; do "$B/bin/heddle-cc" -O1 -g -pthread -o "$T/$name" "$T/$name.c"; done

run 0 "$HEDDLE" test -v -j 1 -n 4 -t 900 --seed 5 --check none -s random --out "$T/out" -- "$T/led"
grep 'calls\? that tells\? of accesses w[a-z]* taken out' "$T/stderr" >/dev/null || fail "the call in the loop was not taken out"

for patch in yes no; do
	HEDDLE_PATCH=$patch run 0 "$HEDDLE" test -j 1 -n 6 -t 900 --seed 5 -s random --out "$T/out" --hashes "$T/hashes.$patch" \
		-- "$T/endless"
done
diff "$T/hashes.yes" "$T/hashes.no" || fail "runs of a thread that walks for ever differ when calls are taken out"
