/* SPDX-License-Identifier: Apache-2.0
 *
 * urcu READERS ROUNDS: readers walk through a table of prices under read-copy-update, and look names up in
 * its lock-free hash table, while a writer puts new versions in place and frees old ones after a grace
 * period. Each version says its own sum, so a reader that sees a freed or torn one knows. Exit status 0: none
 * did. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <urcu.h>
#include <urcu/rculfhash.h>

enum { PRICES = 64, NAMES = 32, MAX_READERS = 16 };

struct version {
	unsigned price[PRICES], sum;
	struct rcu_head head;
};

struct name {
	unsigned number, doubled;
	struct cds_lfht_node node;
	struct rcu_head head;
};

static struct version *current;
static struct cds_lfht *names;
static unsigned rounds = 200;
static unsigned wrong; /* readers add to it atomically */

static struct version *new_version(unsigned seed)
{
	struct version *v = calloc(1, sizeof(*v));

	for (unsigned i = 0; i < PRICES; i++)
		v->sum += v->price[i] = (seed * 31 + i * 17) % 1000;
	return v;
}

static void free_version(struct rcu_head *head)
{
	free(caa_container_of(head, struct version, head));
}

static void free_name(struct rcu_head *head)
{
	free(caa_container_of(head, struct name, head));
}

static unsigned long hash_of(unsigned number)
{
	return number * 2654435761UL;
}

static int is_number(struct cds_lfht_node *node, const void *key)
{
	return caa_container_of(node, struct name, node)->number == *(const unsigned *)key;
}

static struct cds_lfht_node *look_up(unsigned number)
{
	struct cds_lfht_iter iter;

	cds_lfht_lookup(names, hash_of(number), is_number, &number, &iter);
	return cds_lfht_iter_get_node(&iter);
}

static void *read_all(void *unused)
{
	rcu_register_thread();
	for (unsigned round = 0; round < rounds; round++) {
		const struct version *v;
		const struct cds_lfht_node *node;
		unsigned sum = 0, number = round % NAMES;

		rcu_read_lock();
		v = rcu_dereference(current);
		for (unsigned i = 0; i < PRICES; i++)
			sum += v->price[i];
		if (sum != v->sum)
			uatomic_inc(&wrong);
		node = look_up(number);
		if (node && caa_container_of(node, struct name, node)->doubled != 2 * number)
			uatomic_inc(&wrong);
		rcu_read_unlock();
	}
	rcu_unregister_thread();
	return unused;
}

static void change_name(unsigned number)
{
	struct cds_lfht_node *node;
	struct name *n;

	rcu_read_lock();
	node = look_up(number);
	if (node && !cds_lfht_del(names, node)) {
		call_rcu(&caa_container_of(node, struct name, node)->head, free_name);
	} else if (!node) {
		n = calloc(1, sizeof(*n));
		n->number = number;
		n->doubled = 2 * number;
		cds_lfht_node_init(&n->node);
		cds_lfht_add(names, hash_of(number), &n->node);
	}
	rcu_read_unlock();
}

static void *change_all(void *unused)
{
	rcu_register_thread();
	for (unsigned round = 0; round < rounds; round++) {
		struct version *old = current;

		rcu_assign_pointer(current, new_version(round));
		call_rcu(&old->head, free_version);
		change_name(round % NAMES);
		if (round % 16 == 0)
			synchronize_rcu();
	}
	rcu_unregister_thread();
	return unused;
}

int main(int argc, char **argv)
{
	unsigned readers = argc > 1 ? (unsigned)atoi(argv[1]) : 3;
	pthread_t ids[MAX_READERS + 1];

	rounds = argc > 2 ? (unsigned)atoi(argv[2]) : rounds;
	readers = readers > MAX_READERS ? MAX_READERS : readers;
	rcu_register_thread();
	current = new_version(7);
	names = cds_lfht_new(NAMES, NAMES, 0, 0, NULL);
	for (unsigned i = 0; i < readers; i++)
		pthread_create(&ids[i], NULL, read_all, NULL);
	pthread_create(&ids[readers], NULL, change_all, NULL);
	for (unsigned i = 0; i <= readers; i++)
		pthread_join(ids[i], NULL);
	rcu_barrier();
	rcu_unregister_thread();
	if (wrong) {
		fprintf(stderr, "%u times a reader saw what was never there\n", wrong);
		return 1;
	}
	puts("readers saw whole versions only");
	return 0;
}
