/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sync/sync_owner.h"

#include "runtime/sync/sync.h"
#include "runtime/sync/sync_guard.h"
#include "runtime/sync/sync_mutex.h"
#include "runtime/sync/sync_once.h"
#include "runtime/sync/sync_rwlock.h"

hd_tid hd_object_owner(const struct hd_op *op)
{
	const void *object = (const void *)(uintptr_t)op->addr;

	switch (op->kind) {
	case HD_LOCK:
	case HD_RELOCK:
		return hd_mutex_owner(object);
	case HD_RDLOCK:
		return hd_rwlock_keeps_out_reader(object);
	case HD_WRLOCK:
		return hd_rwlock_owner(object);
	case HD_SPINLOCK:
		return hd_some_holder(object);
	case HD_ONCE: /* an initialisation under way, of either kind */
		return hd_once_in_progress(object) ? hd_once_owner(object) : hd_guard_owner(object);
	default:
		return HD_NO_TID;
	}
}

/* In the new process's own memory, the new thread becomes the owner of a lock that the parent's thread held.
 */
static void rename_owner(const struct hd_held *h, hd_tid from, hd_tid to)
{
	pthread_mutex_t *m = (pthread_mutex_t *)(uintptr_t)h->addr;
	pthread_rwlock_t *rw = (pthread_rwlock_t *)(uintptr_t)h->addr;

	if (h->kind == HD_LOCK && hd_owner_tid(m->__data.__owner) == from)
		m->__data.__owner = hd_owner_code(to);
	if (h->kind == HD_WRLOCK && hd_owner_tid(rw->__data.__cur_writer) == from)
		rw->__data.__cur_writer = hd_owner_code(to);
}

void hd_locks_forked(const struct hd_thread *t)
{
	for (unsigned i = 0; i < t->nheld; i++)
		rename_owner(&t->held[i], t->parent, t->id);
}
