/* SPDX-License-Identifier: Apache-2.0
 * The last one to let go frees the object, after all that the others did to it; racy: the count is relaxed.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "race.h"

#define ORDER RACY_OR(memory_order_relaxed, memory_order_acq_rel)

struct object {
	atomic_int references;
	int left, right;
};

static struct object *object;

static void let_go(void)
{
	int left = atomic_fetch_sub_explicit(&object->references, 1, ORDER); /* race */

	if (left == 1)
		free(object); /* race */
}

THREAD(one)
{
	object->left++; /* race */
	let_go();
}

THREAD(two)
{
	object->right++; /* race */
	let_go();
}

int main(void)
{
	object = malloc(sizeof *object);
	if (!object)
		return 0;
	*object = (struct object){.references = 2};
	RUN(one, two);
	return 0;
}
