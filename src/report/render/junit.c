/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/junit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/markup.h"
#include "report/utf8.h"

static void put_line(FILE *f, const char *text, size_t n)
{
	char *clean = hd_clean_bytes(text, n, n);

	for (const char *p = clean; *p; p++)
		hd_put_markup(f, *p);
	free(clean);
}

static void put_lines(FILE *f, const char *text)
{
	for (;;) {
		size_t n = strcspn(text, "\n");

		put_line(f, text, n);
		if (!text[n])
			return;
		fputc('\n', f);
		text += n + 1;
	}
}

static void put_attribute(FILE *f, const char *name, const char *value)
{
	if (!value)
		return;
	fprintf(f, " %s=\"", name);
	put_line(f, value, strlen(value));
	fputc('"', f);
}

static void put_element(FILE *f, const char *name, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(f, "      <%s>", name);
	put_lines(f, text);
	fprintf(f, "</%s>\n", name);
}

/* Why it did not pass. */
static void put_trouble(FILE *f, const struct hd_junit_case *c)
{
	static const char *const elements[] = {
	    [HD_JUNIT_FAILED] = "failure", [HD_JUNIT_ERROR] = "error", [HD_JUNIT_SKIPPED] = "skipped"};
	const char *element = elements[c->verdict];

	if (!element)
		return;
	fprintf(f, "      <%s", element);
	put_attribute(f, "message", c->message);
	if (c->verdict != HD_JUNIT_SKIPPED)
		put_attribute(f, "type", c->kind);
	fputc('>', f);
	if (c->report)
		put_lines(f, c->report);
	fprintf(f, "</%s>\n", element);
}

static void put_case(FILE *f, const struct hd_junit_case *c)
{
	fputs("    <testcase", f);
	put_attribute(f, "name", c->name);
	put_attribute(f, "classname", c->class);
	put_attribute(f, "file", c->file);
	if (c->file && c->line > 0)
		fprintf(f, " line=\"%d\"", c->line);
	fprintf(f, " time=\"%.3f\">\n", c->seconds);
	put_trouble(f, c);
	put_element(f, "system-out", c->output);
	fputs("    </testcase>\n", f);
}

static size_t cases_with(const struct hd_junit_suite *s, enum hd_junit_verdict verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < s->ncases; i++)
		n += s->cases[i].verdict == verdict;
	return n;
}

static void put_counts(FILE *f, const struct hd_junit_suite *s)
{
	fprintf(f, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", s->ncases,
		cases_with(s, HD_JUNIT_FAILED), cases_with(s, HD_JUNIT_ERROR));
}

static void put_suite(FILE *f, const struct hd_junit_suite *s)
{
	char started[32];
	time_t time = (time_t)s->started;
	struct tm utc;

	fputs("  <testsuite", f);
	put_attribute(f, "name", s->name);
	put_counts(f, s);
	fprintf(f, " skipped=\"%zu\" time=\"%.3f\"", cases_with(s, HD_JUNIT_SKIPPED), s->seconds);
	if (s->started && gmtime_r(&time, &utc) && strftime(started, sizeof(started), "%FT%TZ", &utc))
		put_attribute(f, "timestamp", started);
	fputs(">\n", f);
	for (size_t i = 0; i < s->ncases; i++)
		put_case(f, &s->cases[i]);
	fputs("  </testsuite>\n", f);
}

int hd_junit_write(const struct hd_junit_suite *s, FILE *f)
{
	errno = 0;
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", f);
	put_attribute(f, "name", "heddle");
	put_counts(f, s);
	fprintf(f, " time=\"%.3f\">\n", s->seconds);
	put_suite(f, s);
	fputs("</testsuites>\n", f);
	if (!fflush(f) && !ferror(f))
		return 0;
	if (!errno)
		errno = EIO;
	return -1;
}
