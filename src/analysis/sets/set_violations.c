/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/set_violations.h"

void hd_set_violations_begin(struct hd_set_violations *v, bool looks, bool predicts)
{
	v->looks = looks;
	v->predicts = looks && predicts && !v->log;
	if (!looks)
		return;
	if (v->log) {
		v->log->begin();
		return;
	}
	hd_arena_begin(v->arena);
	hd_conflict_begin(&v->conflict);
	if (v->predicts)
		hd_potential_begin(&v->potential);
}

void hd_set_violations_describe(void *to, struct hd_unit_access *a)
{
	const struct hd_set_violations *v = to;

	a->context = v->call_stack(a->tid);
	a->locks = v->locks(a->tid);
	a->described = true;
}

void hd_set_violations_access(void *to, struct hd_unit_access *access)
{
	struct hd_set_violations *v = to;
	struct hd_unit_access a;

	if (!v->looks)
		return;
	if (v->log) {
		v->log->access(access);
		return;
	}
	if (!v->predicts && hd_conflict_knows(&v->conflict, access))
		return;
	a = *access;
	if (!a.described)
		hd_set_violations_describe(v, &a);
	hd_conflict_see(&v->conflict, &a);
	if (v->predicts)
		hd_potential_see(&v->potential, &a);
}

void hd_set_violations_unit_end(void *to, hd_tid t, uint64_t unit)
{
	struct hd_set_violations *v = to;

	if (v->looks && v->log)
		v->log->unit_end(t, unit);
	else if (v->looks)
		hd_conflict_unit_end(&v->conflict, t, unit);
	if (v->predicts)
		hd_potential_unit_end(&v->potential, t, unit);
}

void hd_set_violations_set_gone(void *to, uint64_t set)
{
	struct hd_set_violations *v = to;

	if (v->looks && v->log)
		v->log->set_gone(set);
	else if (v->looks)
		hd_conflict_set_gone(&v->conflict, set);
}

void hd_set_violations_locked(struct hd_set_violations *v, hd_tid t, const struct hd_potential_lock *lock)
{
	if (v->predicts)
		hd_potential_locked(&v->potential, t, lock);
}

void hd_set_violations_unlocked(struct hd_set_violations *v, hd_tid t, uint64_t lock)
{
	if (v->predicts)
		hd_potential_unlocked(&v->potential, t, lock);
}

void hd_set_violations_end(struct hd_set_violations *v)
{
	if (v->predicts)
		hd_potential_end(&v->potential);
	if (v->looks && v->log)
		v->log->run_end();
	v->looks = v->predicts = false;
}
