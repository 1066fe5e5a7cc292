/* SPDX-License-Identifier: Apache-2.0
 * condvar.c: a wait with the signal and the broadcast that may end it, and with the locks of its mutex.
 * PAIR: WN must cond-wait:19 signal:30
 * PAIR: WN must cond-wait:19 broadcast:38
 * PAIR: WM must cond-wait:19 lock:27
 * PAIR: WM must cond-wait:19 lock:37
 * PAIR: MM must lock:17 lock:27
 * PAIR: MM must lock:17 lock:37
 * PAIR: MM must lock:27 lock:37
 */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER, unused = PTHREAD_COND_INITIALIZER;
static int full;
static void *consumer(void *arg)
{
	pthread_mutex_lock(&lock);
	while (!full)
		pthread_cond_wait(&ready, &lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *producer(void *arg)
{

	pthread_mutex_lock(&lock);
	full = 1;
	pthread_cond_signal(&unused);
	pthread_cond_signal(&ready);
	pthread_mutex_unlock(&lock);
	return arg;
}

static void *closer(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_cond_broadcast(&ready);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, consumer, NULL);
	pthread_create(&b, NULL, producer, NULL);
	pthread_create(&c, NULL, closer, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
