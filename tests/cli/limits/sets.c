/* SPDX-License-Identifier: Apache-2.0
 *
 * An atomic set with many members and long units of work, without a failure; see tests/cli/limits.sh. */
#include <pthread.h>
#include <string.h>

struct record {
	pthread_mutex_t lock, inner;
	int a, b;
	int m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
	    m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33;
	char text[64];
};

static struct record record = {.lock = PTHREAD_MUTEX_INITIALIZER, .inner = PTHREAD_MUTEX_INITIALIZER};

void record_fill(struct record *r, int by)
{
	pthread_mutex_lock(&r->lock);
	r->m0 += by;
	r->m1 += by;
	r->m2 += by;
	r->m3 += by;
	r->m4 += by;
	r->m5 += by;
	r->m6 += by;
	r->m7 += by;
	r->m8 += by;
	r->m9 += by;
	r->m10 += by;
	r->m11 += by;
	r->m12 += by;
	r->m13 += by;
	r->m14 += by;
	r->m15 += by;
	r->m16 += by;
	r->m17 += by;
	r->m18 += by;
	r->m19 += by;
	r->m20 += by;
	r->m21 += by;
	r->m22 += by;
	r->m23 += by;
	r->m24 += by;
	r->m25 += by;
	r->m26 += by;
	r->m27 += by;
	r->m28 += by;
	r->m29 += by;
	r->m30 += by;
	r->m31 += by;
	r->m32 += by;
	r->m33 += by;
	r->a += by;
	pthread_mutex_unlock(&r->lock);
	pthread_mutex_lock(&r->lock);
	r->b += by;
	memset(r->text, by, sizeof r->text);
	pthread_mutex_unlock(&r->lock);
}

int record_sum(struct record *r)
{
	int sum;

	pthread_mutex_lock(&r->lock);
	sum = r->a + r->b;
	pthread_mutex_unlock(&r->lock);
	return sum;
}

static void *work(void *unused)
{
	pthread_mutex_lock(&record.inner);
	record_fill(&record, 1);
	pthread_mutex_unlock(&record.inner);
	record_sum(&record);
	record_fill(&record, 2);
	return unused;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
