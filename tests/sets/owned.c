/* SPDX-License-Identifier: Apache-2.0
 *
 * What is reached only through an object belongs to it: a list's nodes, a vector's numbers. A node that is
 * taken out and used elsewhere, and an account with a lock of its own, do not. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

struct list {
	pthread_mutex_t lock;
	struct node *head;
	int length;
};

struct vector {
	pthread_mutex_t lock;
	int *numbers;
	size_t n;
};

struct account {
	pthread_mutex_t lock;
	long balance;
	long bookings;
};

struct bank {
	struct account *accounts[2];
	long audits;
	pthread_mutex_t lock;
};

struct job {
	double input, output, error;
};

struct queue {
	pthread_mutex_t lock;
	struct job *jobs[4];
	int n;
};

static struct list list = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct vector vector = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct bank bank = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct queue queue = {.lock = PTHREAD_MUTEX_INITIALIZER};

void list_add(struct list *l, int value)
{
	struct node *n = malloc(sizeof *n);

	n->value = value;
	pthread_mutex_lock(&l->lock);
	n->next = l->head;
	l->head = n;
	l->length++;
	pthread_mutex_unlock(&l->lock);
}

void list_raise(struct list *l)
{
	pthread_mutex_lock(&l->lock);
	for (struct node *n = l->head; n; n = n->next)
		n->value++;
	pthread_mutex_unlock(&l->lock);
}

void vector_add(struct vector *v, int number)
{
	pthread_mutex_lock(&v->lock);
	v->numbers[v->n++] = number;
	pthread_mutex_unlock(&v->lock);
}

void account_pay(struct account *a, long amount)
{
	pthread_mutex_lock(&a->lock);
	a->balance += amount;
	a->bookings++;
	pthread_mutex_unlock(&a->lock);
}

void bank_pay(struct bank *b, long amount)
{
	account_pay(b->accounts[0], amount);
	account_pay(b->accounts[1], -amount);
	pthread_mutex_lock(&b->lock);
	b->audits++;
	pthread_mutex_unlock(&b->lock);
}

void queue_put(struct queue *q, struct job *j)
{
	pthread_mutex_lock(&q->lock);
	q->jobs[q->n++] = j;
	pthread_mutex_unlock(&q->lock);
}

struct job *queue_take(struct queue *q)
{
	struct job *j = NULL;

	pthread_mutex_lock(&q->lock);
	if (q->n) {
		j = q->jobs[--q->n];
		j->error = 0;
	}
	pthread_mutex_unlock(&q->lock);
	return j;
}

void job_run(struct job *j)
{
	j->output = j->input * 2;
	j->error = 1;
}

static void *worker(void *unused)
{
	struct job *j;

	list_add(&list, 1);
	list_raise(&list);
	vector_add(&vector, 2);
	bank_pay(&bank, 3);
	while ((j = queue_take(&queue)))
		job_run(j);
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	vector.numbers = calloc(10, sizeof *vector.numbers);
	for (int i = 0; i < 2; i++) {
		bank.accounts[i] = calloc(1, sizeof *bank.accounts[i]);
		pthread_mutex_init(&bank.accounts[i]->lock, NULL);
		queue_put(&queue, calloc(1, sizeof(struct job)));
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return list.length == 2 && vector.n == 2 && bank.audits == 2 ? 0 : 1;
}
