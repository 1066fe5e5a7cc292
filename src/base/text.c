/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include "base/assert.h"

void hd_text_begin(struct hd_text *t)
{
	t->f = open_memstream(&t->text, &t->length);
	HD_ASSERT(t->f, "out of memory");
}

char *hd_text_end(struct hd_text *t)
{
	int failed = fclose(t->f);

	HD_ASSERT(!failed && t->text, "out of memory");
	return t->text;
}
