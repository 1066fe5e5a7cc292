/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs with one bug each, as explained.c; explain.sh says what the marks mean. What is special here is
 * that an obvious sentence is true and does not say it all: what the failing thread has done long before,
 * which of two operations at one line it is, or what the others that wait are left without. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "explained.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* ---- a pointer is looked up under the lock and used without it ---- */
/* @looked_up is a use of memory that another thread has freed: look at owner and use the block */

static struct ship {
	int load;
} *volatile owner;
static volatile int weight;

static void *weighs(void *unused)
{
	pthread_mutex_lock(&lock);
	struct ship *s = owner; /* @looked_up */
	pthread_mutex_unlock(&lock);
	if (s)
		weight = s->load; /* @looked_up */
	return unused;
}

static void *sinks(void *unused)
{
	pthread_mutex_lock(&lock);
	struct ship *s = owner;
	owner = NULL; /* @looked_up */
	pthread_mutex_unlock(&lock);
	free(s); /* @looked_up */
	return unused;
}

static void looked_up(void)
{
	owner = calloc(1, sizeof *owner);
	run(2, (thread_main[]){weighs, sinks});
}

/* ---- the end is for all who wait, the signal for one of them ---- */
/* @one_of_two is a signal that wakes one of several waiters: wake all waiters */
/* @one_of_two says wakes only thread */

static int closing;

static void *awaits_end(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!closing)
		pthread_cond_wait(&changed, &lock); /* @one_of_two */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *closes(void *unused)
{
	pthread_mutex_lock(&lock);
	closing = 1;
	pthread_mutex_unlock(&lock);
	pthread_cond_signal(&changed); /* @one_of_two */
	return unused;
}

static void one_of_two(void)
{
	run(3, (thread_main[]){awaits_end, awaits_end, closes});
}

/* ---- the semaphore says that both are there, but only one is ---- */
/* @posted is a publication that comes too early: post there last */

static sem_t there;
static struct {
	int weight, price;
} parcel;

static void *delivers(void *unused)
{
	parcel.weight = 2;
	sem_post(&there); /* @posted */
	parcel.price = 9; /* @posted */
	return unused;
}

static void *receives(void *unused)
{
	sem_wait(&there);
	assert(parcel.price > 0); /* @posted */
	return unused;
}

static void posted(void)
{
	sem_init(&there, 0, 0);
	run(2, (thread_main[]){receives, delivers});
}

/* ---- two readers: where one is held, the other one fails ---- */
/* @other_reader is an atomicity violation: let other threads see only the complete change */
/* @other_reader says it fails when */

static atomic_int limit = 4, batches;

static void *divides(void *unused)
{
	batches += 16 / atomic_load(&limit); /* @other_reader */
	return unused;
}

static void *tunes(void *unused)
{
	atomic_store(&limit, 0);     /* @other_reader */
	atomic_fetch_add(&limit, 2); /* @other_reader */
	return unused;
}

static void other_reader(void)
{
	run(3, (thread_main[]){divides, divides, tunes});
}

/* ---- one function changes two things, and the other one adds them up ---- */
/* @two_things says writes `left`) and */

static int left = 100, right = 100, sum;

static void add(int *to, int amount)
{
	pthread_mutex_lock(&lock);
	*to += amount; /* @two_things */
	pthread_mutex_unlock(&lock);
}

static int get(const int *from)
{
	pthread_mutex_lock(&lock);
	int n = *from; /* @two_things:look */
	pthread_mutex_unlock(&lock);
	return n;
}

static void *moves(void *unused)
{
	add(&left, -30);
	add(&right, 30);
	return unused;
}

static void *adds_up(void *unused)
{
	sum = get(&left);   /* @two_things:look */
	sum += get(&right); /* @two_things:look */
	return unused;
}

static void two_things(void)
{
	run(2, (thread_main[]){moves, adds_up});
	assert(sum == 200);
}

/* ---- the next round begins before all have looked at this one ---- */
/* @round_two is an order violation: let the first wait */
/* @round_two says for the second time) runs before */

static pthread_barrier_t barrier;
static volatile int cell[2];

static void play(int me)
{
	for (int round = 1; round <= 2; round++) {
		cell[me] = round; /* @round_two */
		pthread_barrier_wait(&barrier);
		int other = cell[!me]; /* @round_two */
		assert(other == round);
	}
}

static void *plays_first(void *unused)
{
	play(0);
	return unused;
}

static void *plays_second(void *unused)
{
	play(1);
	return unused;
}

static void round_two(void)
{
	pthread_barrier_init(&barrier, NULL, 2);
	run(2, (thread_main[]){plays_first, plays_second});
}

/* ---- the signal comes only with a lock that the waiting thread keeps: who has it first passes ---- */
/* @keeps_lock is a circle of waits: wait for no other thread while holding */
/* @keeps_lock says locks `journal`) runs before */

static int queued, lines;

static void *consumes(void *unused)
{
	pthread_mutex_lock(&journal); /* @keeps_lock */
	lines++;
	pthread_mutex_lock(&lock);
	while (!queued)
		pthread_cond_wait(&changed, &lock); /* @keeps_lock */
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&journal);
	return unused;
}

static void *produces(void *unused)
{
	pthread_mutex_lock(&journal); /* @keeps_lock */
	lines++;
	pthread_mutex_unlock(&journal);
	pthread_mutex_lock(&lock);
	queued++;
	pthread_cond_signal(&changed); /* @keeps_lock? */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void keeps_lock(void)
{
	run(2, (thread_main[]){consumes, produces});
}

/* ---- a thread says that it is done, and is not ---- */
/* @let_go is a use of memory that another thread has freed: write done last */

static atomic_int done;

static void *fills(void *arg)
{
	char *text = arg;

	text[0] = 'a';
	atomic_store(&done, 1); /* @let_go */
	text[1] = '\0';		/* @let_go */
	return NULL;
}

static void let_go(void)
{
	char *text = calloc(1, 8);
	pthread_t thread;

	pthread_create(&thread, NULL, fills, text);
	if (atomic_load(&done)) /* @let_go */
		free(text);	/* @let_go */
	pthread_join(thread, NULL);
}

/* ---- the last reference is given back, and a new one taken before the block is out of the table ---- */
/* @revived is an atomicity violation: in one critical section */

static struct picture {
	atomic_int references;
	int width;
} * shown;

static void gives_back(struct picture *p)
{
	if (atomic_fetch_sub(&p->references, 1) != 1) /* @revived */
		return;
	pthread_mutex_lock(&lock);
	shown = NULL; /* @revived */
	pthread_mutex_unlock(&lock);
	free(p); /* @revived */
}

static void *looks_at(void *unused)
{
	pthread_mutex_lock(&lock);
	struct picture *p = shown; /* @revived */
	if (p)
		atomic_fetch_add(&p->references, 1); /* @revived */
	pthread_mutex_unlock(&lock);
	if (p) {
		weight = p->width; /* @revived? */
		gives_back(p);
	}
	return unused;
}

static void *closes_picture(void *unused)
{
	gives_back(unused);
	return NULL;
}

static void revived(void)
{
	pthread_t a, b;

	shown = calloc(1, sizeof *shown);
	shown->references = 1;
	pthread_create(&a, NULL, looks_at, NULL);
	pthread_create(&b, NULL, closes_picture, shown);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}

/* ---- a flag says that there is no use any more, and is looked at before ---- */
/* @flag_before is a use of memory that another thread has freed: look at in_use and use the block */

static atomic_int in_use = 1;
static volatile char last;

static void *reads_text(void *text)
{
	if (atomic_load(&in_use))     /* @flag_before */
		last = *(char *)text; /* @flag_before */
	return NULL;
}

static void flag_before(void)
{
	char *text = calloc(1, 8);
	pthread_t thread;

	pthread_create(&thread, NULL, reads_text, text);
	atomic_store(&in_use, 0); /* @flag_before */
	free(text);		  /* @flag_before */
	pthread_join(thread, NULL);
}

/* ---- one waits for apples and one for pears, and both by one condition variable ---- */
/* @other_kind is a wakeup that the wrong waiter took: wake all waiters */

static int apples, pears;

static void *eats_apple(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!apples)
		pthread_cond_wait(&changed, &lock); /* @other_kind:wait */
	apples--;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *eats_pear(void *unused)
{
	pthread_mutex_lock(&lock);
	while (!pears)
		pthread_cond_wait(&changed, &lock); /* @other_kind:wait */
	pears--;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *picks(void *unused)
{
	pthread_mutex_lock(&lock);
	pears++;
	pthread_cond_signal(&changed); /* @other_kind:signal */
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	apples++;
	pthread_cond_signal(&changed); /* @other_kind:signal */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void other_kind(void)
{
	run(3, (thread_main[]){eats_apple, eats_pear, picks});
}

/* ---- a place is given back by a semaphore before the thing is on it ---- */
/* @put_back is a publication that comes too early: post places last */

static sem_t places;
static int things[1] = {7}, depth = 1;

static void *borrows(void *unused)
{
	sem_wait(&places);
	pthread_mutex_lock(&lock);
	assert(depth > 0);	     /* @put_back:taken */
	int thing = things[--depth]; /* @put_back:taken */
	pthread_mutex_unlock(&lock);
	sem_post(&places); /* @put_back */
	pthread_mutex_lock(&lock);
	things[depth++] = thing; /* @put_back */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void put_back(void)
{
	sem_init(&places, 0, 1);
	run(2, (thread_main[]){borrows, borrows});
}

/* ---- the start sets what the stop has reset before ---- */
/* @started_late is an order violation: let the first wait */

static int going;

static void *goes_on(void *unused)
{
	pthread_mutex_lock(&lock);
	going = 1; /* @started_late */
	while (going)
		pthread_cond_wait(&changed, &lock); /* @started_late */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *stops(void *unused)
{
	pthread_mutex_lock(&lock);
	going = 0; /* @started_late */
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void started_late(void)
{
	run(2, (thread_main[]){goes_on, stops});
}

/* ---- who does not get the lock leaves the work to its holder, who does not look again ---- */
/* @tried is a lock that is tried when its holder has looked for the last time: let the holder look again */

static atomic_int pending, flushed;

static void *adds_and_flushes(void *unused)
{
	atomic_fetch_add(&pending, 1);		      /* @tried */
	if (pthread_mutex_trylock(&lock) == 0) {      /* @tried */
		int n = atomic_exchange(&pending, 0); /* @tried */
		atomic_fetch_add(&flushed, n);
		pthread_mutex_unlock(&lock); /* @tried */
	}
	return unused;
}

static void tried(void)
{
	run(2, (thread_main[]){adds_and_flushes, adds_and_flushes});
	assert(flushed == 2);
}

/* ---- a place is taken by an update in one step, and filled after it ---- */
/* @counted_first is a publication that comes too early: write results last */

static int result[2];
static atomic_int results;

static void *puts_result(void *unused)
{
	int i = atomic_fetch_add(&results, 1); /* @counted_first */
	result[i] = 5;			       /* @counted_first */
	return unused;
}

static void *reads_results(void *unused)
{
	int n = atomic_load(&results); /* @counted_first */

	for (int i = 0; i < n; i++)
		assert(result[i] != 0); /* @counted_first */
	return unused;
}

static void counted_first(void)
{
	run(3, (thread_main[]){puts_result, puts_result, reads_results});
}

/* ---- two reads of one line come between two writes, and not the second one alone ---- */
/* @one_line says reads `cells[0]`) and */

static volatile int cells[3] = {1, 2, 3};

static void *shifts(void *unused)
{
	cells[0] = cells[1]; /* @one_line */
	cells[1] = cells[2]; /* @one_line */
	cells[2] = 4;
	return unused;
}

static void *compares(void *unused)
{
	int a = cells[0], b = cells[1], c = cells[2]; /* @one_line */
	assert(a < b && b < c);
	return unused;
}

static void one_line(void)
{
	run(2, (thread_main[]){shifts, compares});
}

#define BUG(name)                                                                                            \
	{                                                                                                    \
#name, name                                                                                  \
	}

static const struct bug bugs[] = {BUG(looked_up),    BUG(one_of_two),  BUG(posted),	   BUG(other_reader),
				  BUG(two_things),   BUG(round_two),   BUG(keeps_lock),	   BUG(let_go),
				  BUG(revived),	     BUG(flag_before), BUG(other_kind),	   BUG(put_back),
				  BUG(started_late), BUG(tried),       BUG(counted_first), BUG(one_line)};

int main(int argc, char **argv)
{
	return run_bug(bugs, sizeof bugs / sizeof *bugs, argc > 1 ? argv[1] : NULL);
}
