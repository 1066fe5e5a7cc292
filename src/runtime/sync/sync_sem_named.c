/* SPDX-License-Identifier: Apache-2.0
 *
 * Named semaphores. They exist inside the run only: a run starts without any, and what it leaves is
 * forgotten, so that runs do not influence each other. They are in memory that the program shares with the
 * children that it makes by fork(), which find them by their names as well. A program that a child becomes by
 * exec() has its own. */
#include "runtime/sync/sync_sem_named.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/full.h"
#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"

struct named {
	sem_t sem;
	unsigned opened; /* times opened and not yet closed                       */
	bool linked;	 /* the name still leads here                             */
	mode_t mode;	 /* permissions, for this owner and group                 */
	uid_t owner;
	gid_t group;
	char name[NAME_MAX + 1];
};

static struct table {
	int lock;				     /* 1: a process looks at it, or changes it */
	unsigned used;				     /* slots of this run                       */
	struct named slots[HD_MAX_NAMED_SEMAPHORES]; /* free when neither opened nor linked */
} * table;					     /* shared with children */

void hd_sem_init(void)
{
	table = hd_keep_alloc(sizeof *table);
}

void hd_sem_run_begin(void)
{
	for (unsigned i = 0; i < table->used; i++) {
		table->slots[i].opened = 0;
		table->slots[i].linked = false;
	}
	table->used = 0;
	table->lock = 0;
}

bool hd_sem_was_named(void)
{
	return table->used;
}

/* Lock the table: children run at the same time. A process holds the lock for a few steps only. */
static void lock_table(void)
{
	while (__atomic_exchange_n(&table->lock, 1, __ATOMIC_ACQUIRE))
		hd_syscall(SYS_sched_yield);
}

static void unlock_table(void)
{
	HD_ASSERT(__atomic_load_n(&table->lock, __ATOMIC_RELAXED), "the table of semaphores is not locked");
	__atomic_store_n(&table->lock, 0, __ATOMIC_RELEASE);
}

static struct named *find_name(const char *name)
{
	for (unsigned i = 0; i < table->used; i++)
		if (table->slots[i].linked && strcmp(table->slots[i].name, name) == 0)
			return &table->slots[i];
	return NULL;
}

static struct named *find_opened(const sem_t *s)
{
	for (unsigned i = 0; table && i < table->used; i++)
		if (table->slots[i].opened && &table->slots[i].sem == s)
			return &table->slots[i];
	return NULL;
}

/* NULL: none. */
static struct named *free_slot(void)
{
	for (unsigned i = 0; i < table->used; i++)
		if (!table->slots[i].opened && !table->slots[i].linked)
			return &table->slots[i];
	return hd_is_full(HD_FULL_NAMED_SEMAPHORES, table->used) ? NULL : &table->slots[table->used++];
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

/* The set of names is one object: it can matter which thread creates or removes a name first. */
static void named_sem_point(uint32_t site)
{
	struct hd_op op = hd_op(HD_ATOMIC_RMW, &table, site);

	op.size = 1;
	hd_sched_point(&op);
}

/* As the kernel asks for the file that libc would have made. */
static bool may_use(const struct named *n)
{
	uid_t user = geteuid();
	mode_t bits = n->mode;

	if (user == n->owner)
		bits >>= 6;
	else if (getegid() == n->group)
		bits >>= 3;
	return !user || (bits & 6) == 6;
}

static mode_t without_mask(mode_t mode)
{
	mode_t mask = (mode_t)hd_syscall(SYS_umask, 0);

	hd_syscall(SYS_umask, mask);
	return mode & ~mask;
}

static struct named *create(const char *name, mode_t mode, unsigned value, uint32_t site)
{
	struct named *n = free_slot();

	if (!n) {
		unlock_table(); /* other processes go on */
		hd_no_room(HD_FULL_NAMED_SEMAPHORES, site);
	}
	memcpy(n->name, name, strlen(name) + 1); /* it fits: checked_name() */
	n->linked = true;
	n->mode = without_mask(mode);
	n->owner = geteuid();
	n->group = getegid();
	HD_REAL(sem_init)(&n->sem, 1, value);
	hd_sched_progress();
	return n;
}

static sem_t *fail(int error)
{
	errno = error;
	return SEM_FAILED;
}

static sem_t *find_or_create(const char *name, int flags, mode_t mode, unsigned value, uint32_t site)
{
	struct named *n = find_name(name);

	if (n && (flags & O_CREAT) && (flags & O_EXCL))
		return fail(EEXIST);
	if (n && !may_use(n))
		return fail(EACCES);
	if (!n && !(flags & O_CREAT))
		return fail(ENOENT);
	if (!n && value > SEM_VALUE_MAX)
		return fail(EINVAL);
	if (!n)
		n = create(name, mode, value, site);
	n->opened++;
	return &n->sem;
}

static sem_t *open_named(const char *name, int flags, mode_t mode, unsigned value, uint32_t site)
{
	sem_t *s;

	name = checked_name(name, EINVAL);
	if (!name)
		return SEM_FAILED;
	lock_table();
	s = find_or_create(name, flags, mode, value, site);
	unlock_table();
	return s;
}

static int unlink_named(const char *name)
{
	int error = ENOENT;
	struct named *n;

	name = checked_name(name, ENOENT);
	if (!name)
		return -1;
	lock_table();
	n = find_name(name);
	if (n)
		error = geteuid() && geteuid() != n->owner ? EACCES : 0;
	if (!error)
		n->linked = false;
	unlock_table();
	if (error) {
		errno = error;
		return -1;
	}
	hd_sched_progress();
	return 0;
}

/* In a run, or in a child that a run has made. */
static bool is_named_here(void)
{
	return hd_active() || hd_rt.mode == HD_MODE_CHILD;
}

HD_EXPORT sem_t *sem_open(const char *name, int flags, ...)
{
	uint32_t site = hd_active() ? HD_SITE() : HD_NO_SITE;
	mode_t mode = 0;
	unsigned value = 0;

	if (flags & O_CREAT) {
		va_list ap;

		va_start(ap, flags);
		mode = va_arg(ap, mode_t);
		value = va_arg(ap, unsigned);
		va_end(ap);
	}
	if (!is_named_here())
		return HD_REAL(sem_open)(name, flags, mode, value);
	if (hd_active())
		named_sem_point(site);
	return open_named(name, flags, mode, value, site);
}

/* One that was opened before main is libc's. What processes have in common stays open: how often each of them
 * has opened it is not known. */
HD_EXPORT int sem_close(sem_t *s)
{
	struct named *n;

	if (hd_active())
		named_sem_point(HD_SITE());
	n = is_named_here() ? find_opened(s) : NULL;
	if (!n)
		return HD_REAL(sem_close)(s);
	if (hd_active() && !hd_rt.run.shares)
		n->opened--;
	return 0;
}

HD_EXPORT int sem_unlink(const char *name)
{
	if (!is_named_here())
		return HD_REAL(sem_unlink)(name);
	if (hd_active())
		named_sem_point(HD_SITE());
	return unlink_named(name);
}
