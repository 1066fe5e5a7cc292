/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fail.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/assert.h"

static const char *assert_path;

static void vcomplain(int error, const char *fmt, va_list ap)
{
	fflush(stdout);
	fputs("heddle: ", stderr);
	vfprintf(stderr, fmt, ap);
	if (error)
		fprintf(stderr, ": %s", strerror(error));
	fputc('\n', stderr);
}

int hd_complain(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vcomplain(0, fmt, ap);
	va_end(ap);
	return HD_EXIT_TROUBLE;
}

int hd_complain_errno(int error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vcomplain(error, fmt, ap);
	va_end(ap);
	return HD_EXIT_TROUBLE;
}

void hd_assert_leaves(const char *path)
{
	assert_path = path;
}

_Noreturn void hd_assert_failed(const char *file, int line, const char *expr, const char *fmt, ...)
{
	const char *sent = "this message";
	char detail[512];
	va_list ap;
	FILE *f;

	va_start(ap, fmt);
	vsnprintf(detail, sizeof(detail), fmt, ap);
	va_end(ap);
	f = assert_path ? fopen(assert_path, "w") : NULL;
	if (f) {
		fprintf(f, "%s:%d: %s: %s\n", file, line, expr, detail);
		fclose(f);
		sent = assert_path;
	}
	fflush(stdout);
	fprintf(stderr, "heddle: internal error: %s:%d: %s: %s; please send %s\n", file, line, expr, detail,
		sent);
	_exit(HD_EXIT_TROUBLE);
}

static void *fail_checked(void *p)
{
	if (!p) {
		hd_complain("out of memory");
		_exit(HD_EXIT_TROUBLE);
	}
	return p;
}

void *hd_new(size_t count, size_t size)
{
	return fail_checked(calloc(count ? count : 1, size));
}

void *hd_grow(void *array, size_t *cap, size_t need, size_t size)
{
	if (need <= *cap)
		return array;
	*cap = need > 2 * *cap ? need : 2 * *cap;
	if (*cap < 16)
		*cap = 16;
	return fail_checked(reallocarray(array, *cap, size));
}

char *hd_strdup(const char *s)
{
	return fail_checked(strdup(s));
}

char *hd_strdup_or_null(const char *s)
{
	return s ? hd_strdup(s) : NULL;
}

char *hd_vsprintf(const char *fmt, va_list ap)
{
	char *s = NULL;

	return fail_checked(vasprintf(&s, fmt, ap) < 0 ? NULL : s);
}

char *hd_sprintf(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = hd_vsprintf(fmt, ap);
	va_end(ap);
	return s;
}
