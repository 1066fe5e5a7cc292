/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs with one bug each, as explained.c; explain.sh says what the marks mean. These are about pointers
 * that are kept too long, and about what is looked at once and acted on later. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "explained.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* ---- a page that is torn out when too many have read it ---- */
/* @page is a use of memory that another thread has freed: keep lock as long as the pointer is used */

static char *page;
static int readers;

static char *open_page(void)
{
	char *mine;

	pthread_mutex_lock(&lock);
	if (readers == 1) {
		free(page); /* @page */
		page = calloc(1, 8);
	}
	readers++;
	mine = page; /* @page */
	pthread_mutex_unlock(&lock);
	return mine;
}

static void *reads_page(void *unused)
{
	assert(open_page()[3] == 0); /* @page */
	return unused;
}

static void two_readers(void)
{
	page = calloc(1, 8);
	run(2, (thread_main[]){reads_page, reads_page});
	free(page);
}

/* ---- a shelf with one book, each made when it is first asked for ---- */
/* @shelf is a use of memory that another thread has freed: let only one thread make it */
/* @shelf says empty at */

static struct shelf {
	int row;
	char *book;
} * shelf;

static char *find_book(void)
{
	char *found;

	pthread_mutex_lock(&lock);
	found = shelf ? shelf->book : NULL; /* @shelf */
	pthread_mutex_unlock(&lock);
	return found;
}

static char *make_book(void)
{
	char *made;

	pthread_mutex_lock(&lock);
	if (!shelf)
		shelf = calloc(1, sizeof *shelf);
	free(shelf->book);	    /* @shelf */
	shelf->book = calloc(1, 8); /* @shelf */
	made = shelf->book;	    /* @shelf? */
	pthread_mutex_unlock(&lock);
	return made;
}

static void *reads_book(void *unused)
{
	char *book = find_book();

	if (!book)
		book = make_book();
	assert(!book[5]); /* @shelf */
	return unused;
}

static void library(void)
{
	run(2, (thread_main[]){reads_book, reads_book});
	free(shelf->book);
	free(shelf);
}

/* ---- a room that the host takes down, if the guest has left it ---- */
/* @room is an atomicity violation: go by the value that the update at */

static struct room {
	int doors;
	atomic_int inside;
} * room;
static atomic_int left_empty;

static bool leave(struct room *r)
{
	atomic_fetch_sub(&r->inside, 1); /* @room */
	return !atomic_load(&r->inside); /* @room */
}

static void *guest(void *unused)
{
	if (leave(room))
		atomic_fetch_add(&left_empty, 1);
	return unused;
}

static void *host(void *unused)
{
	if (atomic_fetch_sub(&room->inside, 1) == 1) /* @room */
		free(room);			     /* @room */
	return unused;
}

static void party(void)
{
	room = calloc(1, sizeof *room);
	atomic_store(&room->inside, 2);
	run(2, (thread_main[]){guest, host});
}

/* ---- a well of which two draw, and which one fills: all wait at one place ---- */
/* @well is a wakeup that the wrong waiter took: wake all waiters (broadcast) */

static int litres = 1;

static void change_well(int full, int by)
{
	pthread_mutex_lock(&lock);
	while (litres == full)
		pthread_cond_wait(&changed, &lock); /* @well */
	litres += by;
	pthread_cond_signal(&changed); /* @well */
	pthread_mutex_unlock(&lock);
}

static void *fills(void *unused)
{
	for (int i = 0; i < 3; i++)
		change_well(1, 1);
	return unused;
}

static void *draws(void *unused)
{
	for (int i = 0; i < 2; i++)
		change_well(0, -1);
	return unused;
}

static void well(void)
{
	run(3, (thread_main[]){draws, draws, fills});
	assert(litres == 0);
}

/* ---- a bag of which one thread takes out what another one has given away ---- */
/* @bag is an atomicity violation of two critical sections: look and act in one critical section */

static int given, packed = 2, shares;
static int owner_of[2];

static int left_in_bag(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = packed - given; /* @bag */
	pthread_mutex_unlock(&lock);
	return n;
}

static void *gives_away(void *unused)
{
	pthread_mutex_lock(&lock);
	if (given < packed) {
		owner_of[given]++;
		given = given + 1; /* @bag */
	}
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *unpacks(void *unused)
{
	while (left_in_bag() > 0) {
		pthread_mutex_lock(&lock);
		packed = packed - 1; /* @bag */
		shares++;
		assert(++owner_of[packed] == 1);
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

static void bag(void)
{
	run(2, (thread_main[]){unpacks, gives_away});
}

/* ---- a function that answers in a buffer of all threads, which they copy ---- */
/* @label is an atomicity violation: do the write and the look in one critical section, or give each thread a
 * copy */

static char labels[2][8];

static const char *label_of(int n)
{
	static char text[8];

	memset(text, 'a' + n, sizeof text); /* @label */
	return text;
}

static void *labels_first(void *unused)
{
	memcpy(labels[0], label_of(0), 8); /* @label */
	return unused;
}

static void *labels_second(void *unused)
{
	memcpy(labels[1], label_of(1), 8); /* @label? */
	return unused;
}

static void parcels(void)
{
	run(2, (thread_main[]){labels_first, labels_second});
	assert(labels[0][4] == 'a');
}

/* ---- a motto that is copied when the lock was given back ---- */
/* @motto is an atomicity violation: keep lock as long as what motto points to is used, or hand out a copy */

static char *motto, printed[16];

static void *prints_motto(void *unused)
{
	const char *mine;

	pthread_mutex_lock(&lock);
	mine = motto; /* @motto */
	pthread_mutex_unlock(&lock);
	strcpy(printed, mine); /* @motto */
	return unused;
}

static void *changes_motto(void *unused)
{
	char *made = malloc(16);

	strcpy(made, "onwards");
	pthread_mutex_lock(&lock);
	memset(motto, '-', 5); /* @motto */
	motto = made;	       /* @motto? */
	pthread_mutex_unlock(&lock);
	return unused;
}

static void flag(void)
{
	motto = malloc(16);
	strcpy(motto, "steady");
	run(2, (thread_main[]){prints_motto, changes_motto});
	assert(printed[0] != '-');
}

/* ---- a counter that tells of its limit under the lock that the teller takes again ---- */
/* @limit is a lock that its holder wants again: unlock it before */

static int visitors, told;

static void tell(void)
{
	pthread_mutex_lock(&lock); /* @limit */
	told++;
	pthread_mutex_unlock(&lock);
}

static void *visits(void *unused)
{
	pthread_mutex_lock(&lock); /* @limit */
	if (visitors == 1)	   /* @limit? */
		tell();
	visitors++; /* @limit? */
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	visitors--;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void museum(void)
{
	run(2, (thread_main[]){visits, visits});
}

/* ---- two ladders, of which each painter needs both, and gets them one at a time ---- */
/* @ladders is a circle of waits: take all units of ladders */
/* @ladders says takes `ladders`, called at */
/* @ladders says waits for `ladders` again, called at */

static sem_t ladders;

static void take_ladder(void)
{
	sem_wait(&ladders); /* @ladders */
}

static void *paints(void *unused)
{
	take_ladder(); /* @ladders */
	take_ladder(); /* @ladders */
	sem_post(&ladders);
	sem_post(&ladders);
	return unused;
}

static void wall(void)
{
	sem_init(&ladders, 0, 2);
	run(2, (thread_main[]){paints, paints});
}

/* ---- a bell that is rung for who has asked for it, when nobody needs it any more ---- */
/* @bell is an atomicity violation: act on the look before lock is given back */

static int wanted, visitor;

static void *rings(void *unused)
{
	int ring;

	pthread_mutex_lock(&lock);
	ring = wanted; /* @bell */
	wanted = 0;
	pthread_mutex_unlock(&lock);
	assert(!ring || visitor == 1); /* @bell */
	return unused;
}

static void *leaves(void *unused)
{
	pthread_mutex_lock(&lock);
	wanted = 0; /* @bell */
	pthread_mutex_unlock(&lock);
	visitor = 0; /* @bell */
	return unused;
}

static void hotel(void)
{
	wanted = visitor = 1;
	run(2, (thread_main[]){rings, leaves});
}

/* ---- which of them ---- */

static const struct bug bugs[] = {
    {"page", two_readers}, {"shelf", library}, {"room", party},	  {"well", well},    {"bag", bag},
    {"label", parcels},	   {"motto", flag},    {"limit", museum}, {"ladders", wall}, {"bell", hotel},
};

int main(int argc, char **argv)
{
	return run_bug(bugs, sizeof bugs / sizeof *bugs, argc > 1 ? argv[1] : NULL);
}
