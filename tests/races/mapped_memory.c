/* SPDX-License-Identifier: Apache-2.0
 * Each maps memory for itself, at an address that another one may have used before; racy: all use the first
 * one's. */
#include <sys/mman.h>

#include "race.h"

#define SIZE 8192

static char *common;

THREAD(visit)
{
	char *own = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (own == MAP_FAILED)
		return;
	RACY_OR(common, own)[100] = 1; /* race */
	munmap(own, SIZE);
}

int main(void)
{
	common = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	RUN(visit, visit, visit);
	munmap(common, SIZE);
	return 0;
}
