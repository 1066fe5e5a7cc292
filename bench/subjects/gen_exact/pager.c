/* SPDX-License-Identifier: Apache-2.0
 *
 * A reader without the lock checks after each page that the writer is not ahead of it or behind: one who
 * reads each page just after it was written notices nothing, and takes an edition for complete that is not.
 */
#include "pager.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define PAGES 9

struct pager {
	pthread_mutex_t lock;
	atomic_int written; /* pages of the new edition */
	int *whole;	    /* NULL while it is written */
	int edition;
};

struct pager *pager_new(void)
{
	struct pager *p = calloc(1, sizeof *p);

	pthread_mutex_init(&p->lock, NULL);
	p->whole = &p->edition;
	return p;
}

void pager_free(struct pager *p)
{
	free(p);
}

void pager_write(struct pager *p)
{
	pthread_mutex_lock(&p->lock);
	p->whole = NULL;
	for (int i = 1; i <= PAGES; i++) {
		if (i % 2 || i % 3 == 0) /* it has a picture, too */
			atomic_store(&p->written, -i);
		atomic_store(&p->written, i);
	}
	p->edition++;
	p->whole = &p->edition;
	atomic_store(&p->written, 0);
	pthread_mutex_unlock(&p->lock);
}

int pager_edition(struct pager *p)
{
	int read = 0, edition = -1;

#ifdef FIXED
	pthread_mutex_lock(&p->lock);
#endif
	while (read < PAGES && atomic_load(&p->written) == read + 1)
		read++;
	if (read == PAGES)
		edition = *p->whole;
#ifdef FIXED
	pthread_mutex_unlock(&p->lock);
#endif
	return edition;
}
