/* SPDX-License-Identifier: Apache-2.0
 * Neighbouring bytes are locations of their own; racy: bits of one byte are not. */
#include "race.h"

static struct {
	unsigned char a RACY_OR( : 4, );
	unsigned char b RACY_OR( : 4, );
} pair;
static char text[16];

THREAD(one)
{
	pair.a = 1; /* race */
	text[0] = 'x';
	text[9] = 'x';
}

THREAD(two)
{
	pair.b = 1; /* race */
	text[1] = 'y';
	text[8] = 'y';
}

int main(void)
{
	RUN(one, two);
	use(pair.a + text[0]);
	return 0;
}
