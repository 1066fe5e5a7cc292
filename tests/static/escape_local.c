/* SPDX-License-Identifier: Apache-2.0
 * escape_local.c: each thread has a block and a variable of its own, which helpers reach through pointers.
 */
#include <pthread.h>
#include <stdlib.h>

struct list {
	struct list *next;
	int value;
};

__attribute__((noinline)) static void push(struct list **top, int value)
{
	struct list *l = malloc(sizeof *l);

	l->value = value;
	l->next = *top;
	*top = l;
}

static void *worker(void *arg)
{
	struct list *top = NULL;
	long sum = 0;

	push(&top, 1);
	push(&top, 2);
	for (struct list *l = top; l; l = l->next)
		sum += l->value;
	(void)arg;
	return (void *)sum;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
