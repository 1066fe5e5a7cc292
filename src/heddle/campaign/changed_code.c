/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/changed_code.h"

#include <stdlib.h>

#include "heddle/learnt/learnt_changed.h"

#define NAMES_MOST 5 /* in the sentence */

void hd_changed_code_tell(const struct hd_campaign *c)
{
	FILE *f = c->confirm.out;
	const char **names;
	size_t n = hd_learnt_changed(&c->learnt, &names);

	for (size_t i = 0; i < n && i < NAMES_MOST && !c->options->quiet; i++)
		fprintf(f, "%s%s", i ? i + 1 == n ? " and " : ", " : "heddle: ", names[i]);
	if (n > NAMES_MOST && !c->options->quiet)
		fprintf(f, " and %zu other functions", n - NAMES_MOST);
	if (n && !c->options->quiet) {
		fprintf(
		    f, " %s changed since the build that was searched before: what is in %s is tried first\n",
		    n == 1 ? "has" : "have", n == 1 ? "it" : "them");
		fflush(f);
	}
	free(names);
}
