/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/blind.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "wire/wire_check.h"

#define NAMES_MAX 5 /* in a sentence */

static char *file_name(const struct hd_wire_module *m)
{
	bool ends = memchr(m->path, 0, sizeof m->path);

	return hd_strdup(ends ? hd_base_name(m->path) : "?");
}

char **hd_blind_libraries(const struct hd_wire *wire, size_t *n)
{
	uint32_t modules = hd_wire_modules(wire);
	char **names = hd_new(modules + 1, sizeof *names);

	*n = 0;
	for (uint32_t i = 0; i < modules; i++)
		if (wire->modules[i].entered)
			names[(*n)++] = file_name(&wire->modules[i]);
	return names;
}

static const char *before_name(size_t i, size_t n)
{
	if (!i)
		return "";
	return i + 1 == n ? " and " : ", ";
}

char *hd_blind_sentence(const struct hd_wire *wire)
{
	size_t n, told;
	char **names = hd_blind_libraries(wire, &n), *sentence = NULL;
	struct hd_text text;

	if (n) {
		told = n <= NAMES_MAX ? n : NAMES_MAX - 1;
		hd_text_begin(&text);
		for (size_t i = 0; i < told; i++)
			fprintf(text.f, "%s%s", before_name(i, n), names[i]);
		if (told < n)
			fprintf(text.f, " and %zu other libraries", n - told);
		fprintf(text.f, " %s not built with heddle-cc: memory accesses are invisible in %s",
			n == 1 ? "was" : "were", n == 1 ? "it" : "them");
		sentence = hd_text_end(&text);
	}
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
	return sentence;
}
