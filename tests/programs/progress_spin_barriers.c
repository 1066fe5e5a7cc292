/* SPDX-License-Identifier: Apache-2.0
 * progress_spin_barriers.c: threads spin until all others have come, with a sense-reversing and with a
 * dissemination barrier; then each hands on in a ring of two places what it gets from the one before.
 * EXPECT: passed
 * ARGS: -n 60
 * DETERMINISM: 20 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define THREADS 6
#define ROUNDS	3 /* of the dissemination: 2^3 is more than THREADS */
#define PLACES	2
#define ITEMS	20

static atomic_int missing = THREADS, sense, came, signals[THREADS][ROUNDS];

static void reverse_sense(int *mine)
{
	*mine = !*mine;
	if (atomic_fetch_sub(&missing, 1) == 1) {
		atomic_store(&missing, THREADS);
		atomic_store(&sense, *mine);
		return;
	}
	while (atomic_load(&sense) != *mine)
		;
}

static void disseminate(int me, int time)
{
	for (int round = 0; round < ROUNDS; round++) {
		atomic_fetch_add(&signals[(me + (1 << round)) % THREADS][round], 1);
		while (atomic_load(&signals[me][round]) < time)
			;
	}
}

struct ring {
	atomic_uint head, tail;
	int place[PLACES];
};

static struct ring rings[THREADS + 1];

static void put(struct ring *r, int item)
{
	unsigned tail = atomic_load(&r->tail);

	while (tail - atomic_load(&r->head) == PLACES)
		;
	r->place[tail % PLACES] = item;
	atomic_store(&r->tail, tail + 1);
}

static int get(struct ring *r)
{
	unsigned head = atomic_load(&r->head);
	int item;

	while (atomic_load(&r->tail) == head)
		;
	item = r->place[head % PLACES];
	atomic_store(&r->head, head + 1);
	return item;
}

static void *worker(void *arg)
{
	int me = *(const int *)arg, mine = 0;

	atomic_fetch_add(&came, 1);
	reverse_sense(&mine);
	assert(atomic_load(&came) >= THREADS);
	disseminate(me, 1);
	atomic_fetch_add(&came, 1);
	disseminate(me, 2);
	assert(atomic_load(&came) == 2 * THREADS);
	for (int i = 0; i < ITEMS; i++)
		put(&rings[me + 1], get(&rings[me]) + 1);
	return NULL;
}

int main(void)
{
	static const int numbers[THREADS] = {0, 1, 2, 3, 4, 5};
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, worker, (void *)&numbers[i]);
	for (int i = 0; i < ITEMS; i++) {
		put(&rings[0], i);
		if (i > 0)
			assert(get(&rings[THREADS]) == i - 1 + THREADS);
	}
	assert(get(&rings[THREADS]) == ITEMS - 1 + THREADS);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
