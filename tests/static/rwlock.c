/* SPDX-License-Identifier: Apache-2.0
 * rwlock.c: readers do not contend with readers; a counter that readers write is not protected.
 * PAIR: RW must read:17 write:17
 * PAIR: RW must write:17 write:17
 * PAIR: MM must read-lock:15 write-lock:24
 */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, reads;

static void *reader(void *arg)
{

	pthread_rwlock_rdlock(&lock);
	if (value)
		reads++;
	pthread_rwlock_unlock(&lock);
	return arg;
}

static void *writer(void *arg)
{
	pthread_rwlock_wrlock(&lock);
	value = 1;
	pthread_rwlock_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_create(&c, NULL, writer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
