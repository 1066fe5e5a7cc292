/* SPDX-License-Identifier: Apache-2.0
 *
 * Named semaphores. In a run they exist inside the process only: a run starts without any, and what it
 * leaves is forgotten, so that runs do not influence each other. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/real.h"
#include "runtime/sync.h"
#include "runtime/sync_sem.h"

struct named {
	struct named *next; /* in order of allocation: the same in each run          */
	sem_t sem;
	unsigned opened; /* times opened and not yet closed                       */
	bool linked;	 /* the name still leads here                             */
	char name[NAME_MAX + 1];
};

#define FIRST_SLOTS 32

static struct named *slots; /* kept for all runs; free when neither opened nor linked */

void hd_sem_run_begin(void)
{
	for (struct named *n = slots; n; n = n->next) {
		n->opened = 0;
		n->linked = false;
	}
}

static struct named *find_name(const char *name)
{
	for (struct named *n = slots; n; n = n->next) {
		if (n->linked && strcmp(n->name, name) == 0)
			return n;
	}
	return NULL;
}

static struct named *find_opened(const sem_t *s)
{
	for (struct named *n = slots; n; n = n->next) {
		if (n->opened && &n->sem == s)
			return n;
	}
	return NULL;
}

static struct named *free_slot(void)
{
	static struct named first[FIRST_SLOTS]; /* at the same addresses in each process */
	struct named **end = &slots;
	unsigned n = 0;

	for (; *end; end = &(*end)->next, n++) {
		if (!(*end)->opened && !(*end)->linked)
			return *end;
	}
	*end = n < FIRST_SLOTS ? &first[n] : hd_own_alloc(sizeof(struct named));
	return *end;
}

/* The name without its slashes in front, or NULL with errno set. */
static const char *checked_name(const char *name, int invalid)
{
	while (*name == '/')
		name++;
	if (!*name || strchr(name, '/')) {
		errno = invalid;
		return NULL;
	}
	if (strlen(name) > NAME_MAX - strlen("sem.")) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	return name;
}

/* Which names exist is one object: who creates or removes one first can matter. */
static void point(uint32_t site)
{
	struct hd_op op = hd_op(HD_ATOMIC_RMW, &slots, site);

	op.size = 1;
	hd_sched_point(&op);
}

static struct named *create(const char *name, unsigned value)
{
	struct named *n = free_slot();

	memcpy(n->name, name, strlen(name) + 1); /* it fits: checked_name() */
	n->linked = true;
	sem_init(&n->sem, 0, value);
	hd_sched_progress();
	return n;
}

static sem_t *fail(int error)
{
	errno = error;
	return SEM_FAILED;
}

static sem_t *open_named(const char *name, int flags, unsigned value, uint32_t site)
{
	struct named *n;

	point(site);
	name = checked_name(name, EINVAL);
	if (!name)
		return SEM_FAILED;
	n = find_name(name);
	if (n && (flags & O_CREAT) && (flags & O_EXCL))
		return fail(EEXIST);
	if (!n && !(flags & O_CREAT))
		return fail(ENOENT);
	if (!n && value > SEM_VALUE_MAX)
		return fail(EINVAL);
	if (!n)
		n = create(name, value);
	n->opened++;
	return &n->sem;
}

static int unlink_named(const char *name, uint32_t site)
{
	struct named *n;

	point(site);
	name = checked_name(name, ENOENT);
	if (!name)
		return -1;
	n = find_name(name);
	if (!n) {
		errno = ENOENT;
		return -1;
	}
	n->linked = false;
	hd_sched_progress();
	return 0;
}

HD_EXPORT sem_t *sem_open(const char *name, int flags, ...)
{
	mode_t mode = 0;
	unsigned value = 0;

	if (flags & O_CREAT) {
		va_list ap;

		va_start(ap, flags);
		mode = va_arg(ap, mode_t);
		value = va_arg(ap, unsigned);
		va_end(ap);
	}
	if (!hd_active())
		return HD_REAL(sem_open)(name, flags, mode, value);
	return open_named(name, flags, value, HD_SITE());
}

/* One that was opened before main is libc's. */
HD_EXPORT int sem_close(sem_t *s)
{
	struct named *n;

	if (!hd_active())
		return HD_REAL(sem_close)(s);
	point(HD_SITE());
	n = find_opened(s);
	if (!n)
		return HD_REAL(sem_close)(s);
	n->opened--;
	return 0;
}

HD_EXPORT int sem_unlink(const char *name)
{
	if (!hd_active())
		return HD_REAL(sem_unlink)(name);
	return unlink_named(name, HD_SITE());
}
