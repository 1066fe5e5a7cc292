/* SPDX-License-Identifier: Apache-2.0 */
#include "model/schedule/schedule_load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/schedule/places_text.h"
#include "model/schedule/schedule_parse.h"

static char *read_all(FILE *f, size_t *size)
{
	size_t cap = 0, n;
	char *text = NULL;

	*size = 0;
	do {
		text = hd_grow(text, &cap, *size + 65536, 1);
		n = fread(text + *size, 1, cap - *size, f);
		*size += n;
	} while (n && *size <= HD_SCHEDULE_FILE_MAX);
	return text;
}

/* The whole file, to be freed; NULL: *error is a sentence. */
static char *load_text(const char *path, size_t *size, char **error)
{
	FILE *f = fopen(path, "re");
	char *text;

	if (!f) {
		*error = hd_sprintf("cannot open %s: %s", path, strerror(errno));
		return NULL;
	}
	*error = NULL;
	text = read_all(f, size);
	if (ferror(f))
		*error = hd_sprintf("cannot read %s: %s", path, strerror(errno));
	else if (*size > HD_SCHEDULE_FILE_MAX)
		*error = hd_sprintf("%s: larger than %u MB, this is no schedule", path,
				    HD_SCHEDULE_FILE_MAX >> 20);
	fclose(f);
	if (!*error)
		return text;
	free(text);
	return NULL;
}

struct hd_schedule *hd_schedule_load(const char *path, char **error)
{
	struct hd_schedule *s;
	char *text, *inner;
	size_t size;

	text = load_text(path, &size, error);
	if (!text)
		return NULL;
	s = hd_schedule_parse(text, size, &inner);
	*error = s ? NULL : hd_sprintf("%s: %s", path, inner);
	free(inner);
	free(text);
	return s;
}

bool hd_places_load(const char *path, struct hd_places *p)
{
	char *text, *error;
	size_t size;
	bool ok;

	*p = (struct hd_places){0};
	text = load_text(path, &size, &error);
	if (!text) {
		free(error);
		return false;
	}
	ok = hd_places_parse(p, text, size, &error);
	free(error);
	free(text);
	return ok;
}
