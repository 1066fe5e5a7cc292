/* SPDX-License-Identifier: Apache-2.0
 *
 * Declarations about atomic sets from arbitrary lines: each is refused with a sentence and leaves nothing
 * behind, or is read as something that has names. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "heddle/sets/project.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct hd_declaration *d)
{
	if (d->what >= HD_DECLARES_COUNT || !d->where || !d->names.n)
		abort();
	for (size_t i = 0; i < d->names.n; i++)
		if (!d->names.list[i][0] || strpbrk(d->names.list[i], " \t\n,()#"))
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hd_project p = {0};
	char *text = strndup((const char *)data, size), *rest = text, *line;

	while ((line = strsep(&rest, "\n"))) {
		size_t before = p.n;
		char *trouble = hd_project_line(&p, line, "here");

		if (trouble ? !*trouble || p.n != before : p.n > before + 1)
			abort();
		free(trouble);
	}
	for (size_t i = 0; i < p.n; i++)
		check(&p.list[i]);
	hd_project_term(&p);
	free(text);
	return 0;
}
