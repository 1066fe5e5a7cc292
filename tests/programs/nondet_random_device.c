/* SPDX-License-Identifier: Apache-2.0
 * nondet_random_device.c: two threads take locks as random bytes say, which come from the device by every way
 * there is. All of it is the same in every process, but no two readings are.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 100 */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t locks[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
				   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counters[4];

static uint64_t by_read(void)
{
	int fd = open("/dev/urandom", O_RDONLY), copy = dup(fd);
	struct stat st;
	uint64_t a = 0, b = 0;

	assert(fd >= 0 && copy >= 0 && !fstat(fd, &st) && S_ISCHR(st.st_mode));
	assert(read(fd, &a, sizeof a) == sizeof a);
	assert(read(copy, &b, sizeof b) == sizeof b && a != b);
	close(copy);
	close(fd);
	return a ^ b;
}

static uint64_t by_readv(void)
{
	int fd = open("/dev/random", O_RDONLY | O_CLOEXEC);
	uint64_t a = 0, b = 0;
	struct iovec parts[2] = {{&a, sizeof a}, {&b, sizeof b}};

	assert(readv(fd, parts, 2) == sizeof a + sizeof b && a != b);
	close(fd);
	return a ^ b;
}

static uint64_t by_stream(void)
{
	FILE *f = fopen("/dev/urandom", "rb");
	uint64_t a = 0;
	char large[10000];

	assert(f && fread(&a, sizeof a, 1, f) == 1 && fread(large, 1, sizeof large, f) == sizeof large);
	assert(fgetc(f) != EOF && !feof(f));
	fclose(f);
	return a + (uint64_t)large[5000];
}

static void *work(void *argument)
{
	uint64_t bits = *(int *)argument ? by_read() ^ by_stream() : by_readv();

	for (int i = 0; i < 3; i++, bits >>= 2) {
		pthread_mutex_lock(&locks[bits & 3]);
		counters[bits & 3]++;
		pthread_mutex_unlock(&locks[bits & 3]);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int which[2] = {0, 1};

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, &which[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(counters[0] + counters[1] + counters[2] + counters[3] == 6);
	return 0;
}
