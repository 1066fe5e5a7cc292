/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_kind.h"

static bool is_access(const struct hd_op *op)
{
	return hd_event_flags[op->kind] & HD_F_ACCESS;
}

static bool ends_waits(const struct hd_op *op)
{
	return op->kind == HD_SIGNAL || op->kind == HD_BROADCAST || op->kind == HD_SEM_POST;
}

static bool is_wait(const struct hd_op *op)
{
	return op->kind == HD_COND_WAIT || op->kind == HD_SEM_WAIT;
}

/* It takes something that others may want, or sets it up, or takes it out of use. */
static bool contends(const struct hd_op *op)
{
	switch ((enum hd_event_kind)op->kind) {
	case HD_LOCK:
	case HD_RELOCK:
	case HD_TRYLOCK:
	case HD_RDLOCK:
	case HD_WRLOCK_ASK:
	case HD_WRLOCK:
	case HD_SPINLOCK:
	case HD_SEM_WAIT:
	case HD_BARRIER:
	case HD_ONCE:
	case HD_INIT:
	case HD_DESTROY:
		return true;
	default:
		return false;
	}
}

enum hd_value_kind hd_value_kind_of(const struct hd_op *a, const struct hd_op *b)
{
	if (is_access(a) && is_access(b))
		return hd_ops_conflict(a, b) ? HD_VALUE_RW : HD_VALUE_NONE;
	if (!a->addr || a->addr != b->addr)
		return HD_VALUE_NONE;
	if ((is_wait(a) && ends_waits(b)) || (ends_waits(a) && is_wait(b)))
		return HD_VALUE_WN;
	if (!contends(a) || !contends(b) || (a->kind == HD_RDLOCK && b->kind == HD_RDLOCK))
		return HD_VALUE_NONE;
	if (a->kind == HD_RELOCK && b->kind == HD_RELOCK)
		return HD_VALUE_WW;
	return a->kind == HD_RELOCK || b->kind == HD_RELOCK ? HD_VALUE_WM : HD_VALUE_MM;
}
