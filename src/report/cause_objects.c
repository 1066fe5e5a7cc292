/* SPDX-License-Identifier: Apache-2.0 */
#include "report/cause_objects.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "model/event.h"

static const struct hd_report_step *step_at(const struct hd_report *r, uint64_t step)
{
	for (unsigned i = 0; i < r->nsteps; i++)
		if (r->steps_list[i].step == step)
			return &r->steps_list[i];
	return NULL;
}

static bool is_access(const struct hd_report_step *s)
{
	enum hd_event_kind kind = hd_event_named(s->what);

	return kind < HD_EVENT_COUNT && hd_event_flags[kind] & HD_F_ACCESS;
}

/* The letter of a block, "item B.next": blocks are numbered in the order in which a run meets them. */
static size_t letters(const char *name, size_t at)
{
	size_t n = at;

	if (!at || name[at - 1] != ' ')
		return 0;
	while (isupper((unsigned char)name[n]))
		n++;
	return n > at && (!name[n] || name[n] == '.' || name[n] == '[') ? n - at : 0;
}

/* Without the indices of arrays and the letters of blocks, which differ from run to run. */
static void put_name(FILE *f, const char *name)
{
	unsigned depth = 0;

	for (size_t i = 0; name[i]; i++) {
		size_t skip = letters(name, i);

		if (skip) {
			i += skip - 1;
			continue;
		}
		depth += name[i] == '[';
		if (!depth)
			fputc(name[i], f);
		depth -= depth && name[i] == ']';
	}
}

static char *object_of(const struct hd_report_step *s)
{
	struct hd_text text;

	hd_text_begin(&text);
	if (is_access(s) && s->object)
		put_name(text.f, s->object);
	else
		fprintf(text.f, "%s: %s", s->where.function ? s->where.function : "?",
			s->where.source ? s->where.source : s->what);
	return hd_text_end(&text);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char *hd_cause_objects(const struct hd_report *r)
{
	char **objects = hd_new(2 * (size_t)r->norders + 1, sizeof(*objects));
	struct hd_text text;
	size_t n = 0;

	for (unsigned i = 0; i < r->norders; i++) {
		const struct hd_report_step *steps[] = {step_at(r, r->orders[i].first),
							step_at(r, r->orders[i].second)};

		for (unsigned k = 0; k < 2; k++)
			if (steps[k])
				objects[n++] = object_of(steps[k]);
	}
	qsort(objects, n, sizeof(*objects), by_text);
	hd_text_begin(&text);
	for (size_t i = 0; i < n; i++)
		if (!i || strcmp(objects[i - 1], objects[i]) != 0)
			fprintf(text.f, "%s\n", objects[i]);
	for (size_t i = 0; i < n; i++)
		free(objects[i]);
	free(objects);
	if (n)
		return hd_text_end(&text);
	free(hd_text_end(&text));
	return NULL;
}

static bool has_line(const char *text, const char *line, size_t length)
{
	for (const char *p = text; *p; p += strcspn(p, "\n") + 1)
		if (strcspn(p, "\n") == length && !strncmp(p, line, length))
			return true;
	return false;
}

bool hd_cause_objects_meet(const char *a, const char *b)
{
	for (const char *p = a; *p; p += strcspn(p, "\n") + 1)
		if (has_line(b, p, strcspn(p, "\n")))
			return true;
	return false;
}
