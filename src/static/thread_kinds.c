/* SPDX-License-Identifier: Apache-2.0 */
#include "static/thread_kinds.h"

static uint32_t function_of(const struct hd_static_facts *f, uint32_t act)
{
	return f->blocks[f->acts[act].block].function;
}

bool hd_threads_parallel(const struct hd_threads *t, uint32_t act_a, uint32_t act_b)
{
	uint64_t runs_a = t->runs[function_of(t->f, act_a)], runs_b = t->runs[function_of(t->f, act_b)];

	for (unsigned a = 0; a < t->n; a++) {
		if (!(runs_a >> a & 1))
			continue;
		if (t->beside[a] & runs_b)
			return true;
		/* One created the other: then it depends on where the one is. */
		if (t->alive[act_a] & runs_b & t->kind[a].descendants)
			return true;
		for (uint64_t rest = runs_b; rest; rest &= rest - 1) {
			unsigned b = (unsigned)__builtin_ctzll(rest);

			if ((t->kind[b].descendants >> a & 1) &&
			    ((t->alive[act_b] >> a & 1) || t->kind[b].many))
				return true;
			if ((t->kind[a].descendants >> b & 1) && t->kind[a].many)
				return true;
		}
	}
	return false;
}

bool hd_threads_single(const struct hd_threads *t, struct hd_cell cell)
{
	struct hd_cells *c = &t->f->cells;
	const struct hd_object *object = hd_cells_only(c, cell);
	const struct hd_fact_block *block;

	if (!object || !hd_cells_exact(c, cell))
		return false;
	if (object->kind == HD_OBJECT_GLOBAL)
		return true;
	if ((object->kind != HD_OBJECT_STACK && object->kind != HD_OBJECT_HEAP) || object->what == HD_NIL)
		return false;
	block = &t->f->blocks[object->what];
	return t->once[block->function] && !block->in_loop;
}

bool hd_threads_one(const struct hd_threads *t, unsigned kind)
{
	const struct hd_thread_kind *k = &t->kind[kind];

	return k->create == HD_NIL || (!k->many && !k->unclear && t->once[function_of(t->f, k->create)] &&
				       !t->f->blocks[t->f->acts[k->create].block].in_loop);
}

bool hd_threads_reached(const struct hd_threads *t, uint32_t act)
{
	return t->runs[function_of(t->f, act)] != 0;
}
