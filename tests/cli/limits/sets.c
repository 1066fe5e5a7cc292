/* SPDX-License-Identifier: Apache-2.0
 *
 * An atomic set with many members and long units of work, without a failure; see tests/cli/limits.sh. */
#include <pthread.h>
#include <string.h>

#define MEMBERS 40

struct record {
	pthread_mutex_t lock, inner;
	int a, b;
	int m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20,
	    m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33;
	char text[64];
};

static struct record record = {.lock = PTHREAD_MUTEX_INITIALIZER, .inner = PTHREAD_MUTEX_INITIALIZER};

#define EACH(X)                                                                                              \
	X(0)                                                                                                 \
	X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18)   \
	    X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) X(30) X(31) X(32) X(33)

void record_fill(struct record *r, int by)
{
	pthread_mutex_lock(&r->lock);
#define ADD(n) r->m##n += by;
	EACH(ADD)
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
