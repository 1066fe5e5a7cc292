/* SPDX-License-Identifier: Apache-2.0 */
#include "static/outside_reach.h"

#include <stdlib.h>

#include "base/fail.h"

static void reach_from(struct hd_cells *c, bool *reached, struct hd_cell from)
{
	uint32_t *stack = NULL;
	size_t n = 0, cap = 0;

	stack = hd_grow(stack, &cap, 1, sizeof *stack);
	stack[n++] = hd_cells_find(c, from).node;
	while (n) {
		uint32_t number = stack[--n];
		const struct hd_node *node = &c->nodes[number];

		if (reached[number])
			continue;
		reached[number] = true;
		for (size_t i = 0; i < node->nedges; i++) {
			stack = hd_grow(stack, &cap, n + 1, sizeof *stack);
			stack[n++] = hd_cells_find(c, node->edges[i].to).node;
		}
	}
	free(stack);
}

bool *hd_outside_reach(struct hd_static_facts *f)
{
	bool *reached = hd_new(f->cells.nnodes + 1, sizeof *reached);

	for (size_t i = 0; i < f->nacts; i++) {
		const struct hd_act *act = &f->acts[i];

		for (uint32_t a = 0; act->loose && a < act->nargs; a++)
			if (hd_is_somewhere(f->args[act->first_arg + a]))
				reach_from(&f->cells, reached, f->args[act->first_arg + a]);
	}
	return reached;
}
