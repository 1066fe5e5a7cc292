/* SPDX-License-Identifier: Apache-2.0
 * time_random_bytes.c: random bytes come in the length asked for, and differ from request to request.
 * EXPECT: passed */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static uint64_t drawn[2];

static void *draw(void *arg)
{
	assert(getrandom(arg, sizeof(uint64_t), 0) == sizeof(uint64_t));
	return NULL;
}

int main(void)
{
	unsigned char a[33], b[33], large[257];
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, draw, &drawn[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(drawn[0] != drawn[1]);
	memset(a, 0, sizeof a);
	memset(b, 0, sizeof b);
	assert(getentropy(a, 32) == 0 && getentropy(b, 32) == 0);
	assert(memcmp(a, b, 32) != 0);
	assert(a[32] == 0 && b[32] == 0);
	assert(getentropy(large, sizeof large) == -1 && errno == EIO);
	return 0;
}
