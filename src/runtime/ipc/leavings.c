/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/ipc/leavings.h"

#include <limits.h>
#include <mqueue.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/full.h"
#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/engine/failure.h"

enum { FREE, BEING_MADE, THERE };

struct leaving {
	_Atomic uint8_t state;
	uint8_t kind; /* enum hd_leaving */
	int id;
	char name[HD_KERNEL_NAME];
};

static struct {
	_Atomic unsigned n; /* beyond those all are free */
	unsigned owner;	    /* the process of the first run; its number is part of the kernel's names */
	struct leaving all[HD_MAX_LEAVINGS];
} * table; /* shared with forked runs and with children */

void hd_leavings_init(void)
{
	table = hd_keep_alloc(sizeof *table);
	table->owner = (unsigned)hd_syscall(SYS_getpid);
}

bool hd_has_leavings(void)
{
	return hd_rt.mode == HD_MODE_CHILD || hd_active();
}

bool hd_leavings_exist(void)
{
	for (unsigned i = 0; i < atomic_load(&table->n); i++)
		if (atomic_load(&table->all[i].state) != FREE)
			return true;
	return false;
}

/* ---- names ---- */

/* The name without the slash at its beginning; NULL: it is not valid. For shared memory libc also takes a
 * name that begins with several slashes, or with none. */
static const char *name_proper(enum hd_leaving kind, const char *name)
{
	const char *proper = name;

	while (*proper == '/' && (proper == name || kind == HD_LEFT_MEMORY))
		proper++;
	if (proper == name && kind != HD_LEFT_MEMORY)
		return NULL;
	return *proper && !strchr(proper, '/') && strlen(proper) < NAME_MAX ? proper : NULL;
}

/* A name that is not valid is passed on as it is, for libc and the kernel to refuse. */
const char *hd_kernel_name(enum hd_leaving kind, const char *name, char *own)
{
	const char *proper = name_proper(kind, name);
	uint64_t hash = 0;

	if (hd_rt.wire->served || !proper)
		return name;
	for (const char *c = proper; *c; c++)
		hash = hd_mix64(hash ^ (unsigned char)*c);
	hd_format(own, HD_KERNEL_NAME, "/heddle-%u-%lx", table->owner, hash);
	return own;
}

key_t hd_kernel_key(key_t key)
{
	uint32_t other = (uint32_t)hd_mix64((uint64_t)table->owner << 32 ^ (uint32_t)key);

	if (key == IPC_PRIVATE || hd_rt.wire->served)
		return key;
	return (key_t)(other ? other : 1);
}

/* ---- what is there ---- */

static bool is_it(const struct leaving *l, enum hd_leaving kind, const char *name, int id)
{
	return l->state == THERE && l->kind == kind && l->id == id && (!name || !strcmp(l->name, name));
}

void hd_leaving_gone(enum hd_leaving kind, const char *name, int id)
{
	for (unsigned i = 0; i < table->n; i++)
		if (is_it(&table->all[i], kind, name, id))
			table->all[i].state = FREE;
}

/* The program and its children may claim entries at the same time. NULL: all are in use. */
static struct leaving *claim_free(void)
{
	for (unsigned i = 0; !hd_is_full(HD_FULL_LEAVINGS, i); i++) {
		uint8_t state = FREE;
		unsigned n = i;

		if (!atomic_compare_exchange_strong(&table->all[i].state, &state, BEING_MADE))
			continue;
		while (n <= i && !atomic_compare_exchange_weak(&table->n, &n, i + 1))
			;
		return &table->all[i];
	}
	return NULL;
}

void hd_leaving_made(enum hd_leaving kind, const char *name, int id)
{
	struct leaving *l;

	for (unsigned i = 0; i < table->n; i++)
		if (is_it(&table->all[i], kind, name, id))
			return;
	if (name && strlen(name) >= HD_KERNEL_NAME)
		return; /* a server's own */
	l = claim_free();
	if (!l)
		hd_no_room(HD_FULL_LEAVINGS, HD_NO_SITE);
	l->kind = (uint8_t)kind;
	l->id = id;
	memcpy(l->name, name ? name : "", name ? strlen(name) + 1 : 1);
	l->state = THERE;
}

static void remove_one(const struct leaving *l)
{
	switch ((enum hd_leaving)l->kind) {
	case HD_LEFT_QUEUE:
		HD_REAL(mq_unlink)(l->name);
		break;
	case HD_LEFT_MEMORY:
		HD_REAL(shm_unlink)(l->name);
		break;
	case HD_LEFT_SYSV_QUEUE:
		hd_syscall(SYS_msgctl, l->id, IPC_RMID, NULL);
		break;
	case HD_LEFT_SYSV_SEMAPHORES:
		hd_syscall(SYS_semctl, l->id, 0, IPC_RMID, NULL);
		break;
	case HD_LEFT_SYSV_MEMORY:
		hd_syscall(SYS_shmctl, l->id, IPC_RMID, NULL);
		break;
	}
}

void hd_leavings_remove(void)
{
	for (unsigned i = 0; i < table->n; i++)
		if (atomic_exchange(&table->all[i].state, FREE) == THERE)
			remove_one(&table->all[i]);
	table->n = 0;
}
