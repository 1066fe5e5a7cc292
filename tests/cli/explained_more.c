/* SPDX-License-Identifier: Apache-2.0
 *
 * More programs with one bug each, as explained.c; explain.sh says what the marks mean. */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "explained.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER,
		       third_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* ---- a record is read while it is written ---- */

static volatile struct {
	int width, height;
} size = {1, 1};

static void *enlarge(void *unused)
{
	size.width = 2;	 /* @torn:written */
	size.height = 2; /* @torn:written */
	return unused;
}

static void *measure(void *unused)
{
	int width = size.width;	  /* @torn:read */
	int height = size.height; /* @torn:read */

	assert(width == height);
	return unused;
}

static void torn(void)
{
	run(2, (thread_main[]){enlarge, measure});
}

/* ---- two phases without a barrier between them ---- */

static int halves[2], sums[2];

static void *left_half(void *unused)
{
	halves[0] = 5;		  /* @phases:any */
	sums[0] = 10 + halves[1]; /* @phases:any */
	return unused;
}

static void *right_half(void *unused)
{
	halves[1] = 7;		  /* @phases:any */
	sums[1] = 10 + halves[0]; /* @phases:any */
	return unused;
}

static void phases(void)
{
	run(2, (thread_main[]){left_half, right_half});
	assert(sums[0] == 17 && sums[1] == 15);
}

/* ---- an object is published before it is filled in ---- */

struct settings {
	int limit;
};

static struct settings *_Atomic published;

static struct settings *get_settings(void)
{
	if (!atomic_load(&published)) { /* @published? */
		pthread_mutex_lock(&lock);
		if (!atomic_load(&published)) {
			struct settings *s = calloc(1, sizeof *s);

			atomic_store(&published, s); /* @published? */
			s->limit = 9;		     /* @published */
		}
		pthread_mutex_unlock(&lock);
	}
	return atomic_load(&published); /* @published? */
}

static void *use_settings(void *unused)
{
	int limit = get_settings()->limit; /* @published */

	assert(limit == 9);
	return unused;
}

static void published_early(void)
{
	run(2, (thread_main[]){use_settings, use_settings});
}

/* ---- a condition that holds only for a moment ---- */

static int stage;

static void *advance(void *unused)
{
	for (int i = 1; i <= 2; i++) {
		pthread_mutex_lock(&lock);
		stage = i;			  /* @moment */
		pthread_cond_broadcast(&changed); /* @moment? */
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void *await_first_stage(void *unused)
{
	pthread_mutex_lock(&lock);
	while (stage != 1)			    /* @moment:wait */
		pthread_cond_wait(&changed, &lock); /* @moment:wait */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void moment(void)
{
	run(2, (thread_main[]){advance, await_first_stage});
}

/* ---- one signal for two waiters ---- */

static bool gate_open;

static void *pass_gate(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!gate_open)			    /* @one_signal:wait */
		pthread_cond_wait(&changed, &lock); /* @one_signal:wait */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *open_gate(void *unused)
{
	pthread_mutex_lock(&lock);
	gate_open = true;	       /* @one_signal:open */
	pthread_cond_signal(&changed); /* @one_signal:open */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void one_signal(void)
{
	run(3, (thread_main[]){pass_gate, pass_gate, open_gate});
}

/* ---- a condition variable of one's own ---- */

static atomic_int sequence;
static bool item_there;

static void await_change(int seen)
{
	syscall(SYS_futex, &sequence, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0); /* @own_condition:wait */
}

static void *take_item(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!item_there) { /* @own_condition:wait */
		pthread_mutex_unlock(&lock);
		/* Too late: what was signalled meanwhile is in it. */
		int seen = atomic_load(&sequence); /* @own_condition:wait */
		await_change(seen);		   /* @own_condition:wait */
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *bring_item(void *unused)
{
	pthread_mutex_lock(&lock);
	item_there = true; /* @own_condition:signal */
	pthread_mutex_unlock(&lock);
	atomic_fetch_add(&sequence, 1);					     /* @own_condition:signal */
	syscall(SYS_futex, &sequence, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); /* @own_condition:signal */
	return unused;
}

static void own_condition(void)
{
	run(2, (thread_main[]){take_item, bring_item});
}

/* ---- a post that is left out, because it seems that no thread waits ---- */

static sem_t wakeup;
static atomic_int sleeping, job;

static void *await_job(void *unused)
{
	if (!atomic_load(&job)) {	    /* @left_out:wait */
		atomic_store(&sleeping, 1); /* @left_out:wait */
		sem_wait(&wakeup);	    /* @left_out? */
	}
	return unused;
}

static void *give_job(void *unused)
{
	atomic_store(&job, 1);	    /* @left_out:give */
	if (atomic_load(&sleeping)) /* @left_out:give */
		sem_post(&wakeup);
	return unused;
}

static void left_out(void)
{
	sem_init(&wakeup, 0, 0);
	run(2, (thread_main[]){await_job, give_job});
}

/* ---- three locks in a circle, in three functions ---- */

static void *first_and_second(void *unused)
{
	pthread_mutex_lock(&lock);	  /* @three_locks */
	pthread_mutex_lock(&second_lock); /* @three_locks */
	pthread_mutex_unlock(&second_lock);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *second_and_third(void *unused)
{
	pthread_mutex_lock(&second_lock); /* @three_locks */
	pthread_mutex_lock(&third_lock);  /* @three_locks */
	pthread_mutex_unlock(&third_lock);
	pthread_mutex_unlock(&second_lock);
	return unused;
}

static void *third_and_first(void *unused)
{
	pthread_mutex_lock(&third_lock); /* @three_locks */
	pthread_mutex_lock(&lock);	 /* @three_locks */
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&third_lock);
	return unused;
}

static void three_locks(void)
{
	run(3, (thread_main[]){first_and_second, second_and_third, third_and_first});
}

/* ---- a node is freed while a list is walked through ---- */

struct node {
	struct node *next;
	int value;
};

static struct node *list;

static void *walk(void *unused)
{
	int sum = 0;

	for (struct node *n = list; n; n = n->next) /* @walked:use */
		sum += n->value;		    /* @walked:use */
	return sum == 3 || sum == 1 ? unused : NULL;
}

static void *remove_second(void *unused)
{
	struct node *gone = list->next;

	list->next = NULL; /* @walked? */
	free(gone);	   /* @walked */
	return unused;
}

static void walked(void)
{
	for (int i = 2; i >= 1; i--) {
		struct node *n = malloc(sizeof *n);

		*n = (struct node){list, i};
		list = n;
	}
	run(2, (thread_main[]){walk, remove_second});
}

/* ---- both threads close the connection ---- */

static char *connection;
static bool connection_closed;

static void *close_connection(void *unused)
{
	if (!connection_closed) {	  /* @closed_twice? */
		connection_closed = true; /* @closed_twice? */
		free(connection);	  /* @closed_twice */
	}
	return unused;
}

static void closed_twice(void)
{
	connection = malloc(8);
	run(2, (thread_main[]){close_connection, close_connection});
}

/* ---- a count of references that is not atomic ---- */

static int references = 2, released;

static void *drop_reference(void *unused)
{
	int left = references - 1; /* @dropped */

	references = left; /* @dropped */
	if (left == 0)
		released++;
	return unused;
}

static void dropped(void)
{
	run(2, (thread_main[]){drop_reference, drop_reference});
	assert(released == 1);
}

/* ---- the length is looked at in one critical section, and the element taken in another ---- */

static int stack[2] = {4, 5}, depth = 1;

static bool has_element(void)
{
	bool any;

	pthread_mutex_lock(&lock);
	any = depth > 0; /* @popped */
	pthread_mutex_unlock(&lock);
	return any;
}

static void *pop_element(void *unused)
{
	if (has_element()) {
		pthread_mutex_lock(&lock);
		depth--; /* @popped */
		assert(depth >= 0);
		stack[depth] = 0;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void popped(void)
{
	run(2, (thread_main[]){pop_element, pop_element});
}

/* ---- what was read under a lock for reading is written back under one for writing ---- */

static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static int entries;

static void *add_entry(void *unused)
{
	int seen;

	pthread_rwlock_rdlock(&table_lock);
	seen = entries; /* @written_back */
	pthread_rwlock_unlock(&table_lock);
	pthread_rwlock_wrlock(&table_lock);
	entries = seen + 1; /* @written_back */
	pthread_rwlock_unlock(&table_lock);
	return unused;
}

static void written_back(void)
{
	run(2, (thread_main[]){add_entry, add_entry});
	assert(entries == 2);
}

/* ---- a free list by compare and exchange, in which an entry comes back ---- */

static atomic_int head = 0;
static atomic_int next_free[3] = {1, 2, -1};
static atomic_int users[3];

static int take_entry(void)
{
	int first, after;

	do {
		first = atomic_load(&head); /* @came_back:read */
		if (first < 0)
			return -1;
		after = atomic_load(&next_free[first]);			 /* @came_back:read */
	} while (!atomic_compare_exchange_strong(&head, &first, after)); /* @came_back */
	assert(atomic_fetch_add(&users[first], 1) == 0);		 /* @came_back? */
	return first;
}

static void give_entry(int entry)
{
	int first = atomic_load(&head);

	atomic_fetch_sub(&users[entry], 1);
	do
		atomic_store(&next_free[entry], first);		       /* @came_back? */
	while (!atomic_compare_exchange_strong(&head, &first, entry)); /* @came_back? */
}

static void *take_one(void *unused)
{
	take_entry();
	take_entry();
	return unused;
}

static void *take_two_give_one(void *unused)
{
	int one = take_entry();

	take_entry();
	if (one >= 0)
		give_entry(one);
	return unused;
}

static void came_back(void)
{
	run(2, (thread_main[]){take_one, take_two_give_one});
}

static const struct bug bugs[] = {
    {"torn", torn},
    {"phases", phases},
    {"published", published_early},
    {"moment", moment},
    {"one_signal", one_signal},
    {"own_condition", own_condition},
    {"left_out", left_out},
    {"three_locks", three_locks},
    {"walked", walked},
    {"closed_twice", closed_twice},
    {"dropped", dropped},
    {"popped", popped},
    {"written_back", written_back},
    {"came_back", came_back},
};

int main(int argc, char **argv)
{
	return run_bug(bugs, sizeof bugs / sizeof *bugs, argc > 1 ? argv[1] : NULL);
}
