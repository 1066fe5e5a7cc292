/* SPDX-License-Identifier: Apache-2.0
 * The program says of each of its races that it is none of the tool's business: by accesses that are to be
 * ignored, by memory whose races are benign; racy: of one it does not. */
#include <stdint.h>

#include "race.h"

void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
void AnnotateIgnoreWritesBegin(const char *file, int line);
void AnnotateIgnoreWritesEnd(const char *file, int line);
void AnnotateBenignRaceSized(const char *file, int line, uintptr_t addr, uintptr_t size, const char *why);

#define HERE __FILE__, __LINE__

static int ignored, statistics[4], other;

THREAD(works)
{
	AnnotateIgnoreReadsBegin(HERE);
	AnnotateIgnoreWritesBegin(HERE);
	ignored++;
	AnnotateIgnoreWritesEnd(HERE);
	AnnotateIgnoreReadsEnd(HERE);
	statistics[2]++;
	if (RACY_OR(true, false))
		other++; /* race */
}

int main(void)
{
	AnnotateBenignRaceSized(HERE, (uintptr_t)statistics, sizeof statistics, "statistics");
	RUN(works, works);
	return 0;
}
