/* SPDX-License-Identifier: Apache-2.0
 * Formatting to memory writes the text and no more; racy: one byte more. Scanning writes its fields. */
#include <stdio.h>

#include "race.h"

static char text[32];
static int fields[3];
static char word[8];

THREAD(formatter)
{
	snprintf(text, sizeof text, "%.*s%d", RACY_OR(3, 2), "abcdef", 17);			 /* race */
	sscanf("1 2 xyz 4", "%d %*d %7s %d", &fields[0], word, RACY_OR(&fields[2], &fields[1])); /* race */
}

THREAD(reader)
{
	use(text[5]);	/* race */
	use(fields[2]); /* race */
}

int main(void)
{
	RUN(formatter, reader);
	use(fields[0] + fields[1] + word[0] + text[0]);
	return 0;
}
