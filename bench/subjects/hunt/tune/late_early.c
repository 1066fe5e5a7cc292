/* SPDX-License-Identifier: Apache-2.0
 * late_early.c: a writer makes forty versions of a page, and a reader makes copies of it.
 * FAILS: assert
 * THREADS: 2
 *
 * The bug, in copy(): the reader's first copy uses a version that it read before it looked at the page. It
 * fails only when the writer's thirty-sixth round or a later one comes between these two in the reader's
 * first round. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define VERSIONS 40
#define KEPT	 35 /* older versions of the page than this are gone */

static atomic_int version;

static void *write_versions(void *unused)
{
	for (int i = 0; i < VERSIONS; i++)
		atomic_fetch_add(&version, 1);
	return unused;
}

static void *copy(void *unused)
{
	for (int round = 0; round < VERSIONS; round++) {
		int known = atomic_load(&version);
#ifdef FIXED
		int now = known;
#else
		int now = atomic_load(&version); /* the bug: a second look, which may see another version */
#endif
		assert(now - known <= KEPT);
	}
	return unused;
}

int main(void)
{
	pthread_t writer = subject_start(write_versions, NULL), reader = subject_start(copy, NULL);

	pthread_join(writer, NULL);
	pthread_join(reader, NULL);
	return 0;
}
