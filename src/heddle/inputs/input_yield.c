/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/inputs/input_yield.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/fail.h"

struct cover {
	struct hd_input_yield *inputs;
	size_t n;
	int64_t *ids;	/* all that are covered, each once, ascending */
	uint32_t *by;	/* how many inputs cover it                   */
	bool *is_taken; /* an input that was chosen covers it          */
	size_t nids;
};

static int compare_ids(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static size_t index_of(const struct cover *c, int64_t id)
{
	const int64_t *at = bsearch(&id, c->ids, c->nids, sizeof(*c->ids), compare_ids);

	return (size_t)(at - c->ids);
}

static void gather(struct cover *c)
{
	size_t all = 0, kept = 0;

	for (size_t i = 0; i < c->n; i++)
		all += c->inputs[i].n;
	c->ids = hd_new(all + 1, sizeof(*c->ids));
	for (size_t i = 0; i < c->n; i++)
		for (size_t k = 0; k < c->inputs[i].n; k++)
			c->ids[c->nids++] = c->inputs[i].covered[k];
	qsort(c->ids, c->nids, sizeof(*c->ids), compare_ids);
	for (size_t i = 0; i < c->nids; i++)
		if (!kept || c->ids[kept - 1] != c->ids[i])
			c->ids[kept++] = c->ids[i];
	c->nids = kept;
	c->by = hd_new(kept + 1, sizeof(*c->by));
	c->is_taken = hd_new(kept + 1, sizeof(*c->is_taken));
	for (size_t i = 0; i < c->n; i++)
		for (size_t k = 0; k < c->inputs[i].n; k++)
			c->by[index_of(c, c->inputs[i].covered[k])]++;
}

static size_t count_new(const struct cover *c, const struct hd_input_yield *input)
{
	size_t n = 0;

	for (size_t k = 0; k < input->n; k++)
		n += !c->is_taken[index_of(c, input->covered[k])];
	return n;
}

static void take_input(struct cover *c, struct hd_input_yield *input, size_t adds)
{
	input->adds = adds;
	for (size_t k = 0; k < input->n; k++)
		c->is_taken[index_of(c, input->covered[k])] = true;
}

/* `left`: as many as each could add when it was last looked at. That only gets less, so an input need not be
 * looked at again while another one still adds more than it could. */
static void choose_in_order(struct cover *c)
{
	size_t *left = hd_new(c->n + 1, sizeof(*left)), best;

	for (size_t i = 0; i < c->n; i++)
		left[i] = c->inputs[i].n;
	for (;;) {
		size_t most = 0;

		best = c->n;
		for (size_t i = 0; i < c->n; i++)
			if (left[i] > most) {
				best = i;
				most = left[i];
			}
		if (best == c->n)
			break;
		left[best] = count_new(c, &c->inputs[best]);
		if (left[best] < most)
			continue;
		take_input(c, &c->inputs[best], most);
		left[best] = 0;
	}
	free(left);
}

void hd_input_yields(struct hd_input_yield *inputs, size_t n)
{
	struct cover c = {.inputs = inputs, .n = n};

	gather(&c);
	for (size_t i = 0; i < n; i++) {
		inputs[i].adds = inputs[i].alone = 0;
		for (size_t k = 0; k < inputs[i].n; k++)
			inputs[i].alone += c.by[index_of(&c, inputs[i].covered[k])] == 1;
	}
	choose_in_order(&c);
	free(c.ids);
	free(c.by);
	free(c.is_taken);
}
