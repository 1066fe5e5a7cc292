/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"

static bool is_known(const struct hd_names *l, const char *name)
{
	for (size_t i = 0; i < l->n; i++)
		if (!strcmp(l->name[i], name))
			return true;
	return false;
}

void hd_names_add(struct hd_names *l, char *name)
{
	if (!*name || is_known(l, name)) {
		free(name);
		return;
	}
	l->name = hd_grow(l->name, &l->cap, l->n + 1, sizeof(*l->name));
	l->name[l->n++] = name;
}

void hd_names_free(struct hd_names *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->name[i]);
	free(l->name);
	*l = (struct hd_names){0};
}

char *hd_name_escaped(const char *start, const char *name, const char *special)
{
	struct hd_text text;

	hd_text_begin(&text);
	fputs(start, text.f);
	for (; *name; name++) {
		if (strchr(special, *name))
			fputc('\\', text.f);
		fputc(*name, text.f);
	}
	return hd_text_end(&text);
}
