/* SPDX-License-Identifier: Apache-2.0
 * A flag in a block orders what its user did; racy: the flag that is read is in a block that only happens to
 * have the same address, and was set by nobody. */
#include <stdatomic.h>
#include <stdlib.h>

#include "race.h"

struct block {
	atomic_int flag;
	int rest[9];
};

static int value;
static struct block *_Atomic given;

THREAD(writer)
{
	struct block *b = calloc(1, sizeof *b);

	if (!b)
		return;
	if (RACY_OR(false, true))
		atomic_store_explicit(&given, b, memory_order_release);
	value = 1; /* race */
	atomic_store_explicit(&b->flag, 1, memory_order_release);
	if (RACY_OR(true, false))
		free(b);
}

THREAD(reader)
{
	struct block *b = RACY_OR(calloc(1, sizeof *b), atomic_load_explicit(&given, memory_order_acquire));

	if (b) {
		bool set = atomic_load_explicit(&b->flag, memory_order_acquire);

		if (set || RACY_OR(true, false))
			use(value); /* race */
	}
	if (RACY_OR(true, false))
		free(b);
}

int main(void)
{
	RUN(writer, reader);
	free(atomic_load(&given));
	return 0;
}
