/* SPDX-License-Identifier: Apache-2.0
 * Streams read what they print: a text of one's own; racy: one that the other thread changes meanwhile. */
#include <stdio.h>

#include "race.h"

static char texts[2][8] = {"text", "text"};
static FILE *out;

THREAD(printer)
{
	puts(texts[0]);			       /* race */
	fputs(texts[0], out);		       /* race */
	fwrite(texts[0], 1, 4, out);	       /* race */
	fprintf(out, "%5d %s\n", 3, texts[0]); /* race */
}

THREAD(changer)
{
	texts[RACY_OR(0, 1)][1] = 'a'; /* race */
}

int main(void)
{
	out = fopen("/dev/null", "w");
	if (!out)
		return 1;
	RUN(printer, changer);
	fclose(out);
	return 0;
}
