/* SPDX-License-Identifier: Apache-2.0
 *
 * Dates. gmtime(), localtime(), ctime() and asctime() answer in a variable of all threads, which is ours, so
 * that the write can be announced; the others in memory of the program. */
#include <stdio.h>
#include <time.h>

#include "runtime/common/real.h"
#include "runtime/access/string_real.h"
#include "runtime/library/member.h"

#define DATE_SIZE 26 /* of what asctime_r() writes; years beyond 9999 take more */

/* Their names are what a report about them says. */
static struct tm gmtime_result;
static char ctime_result[4 * DATE_SIZE];

static struct tm *answer(const struct tm *made, const struct tm *result, uintptr_t user)
{
	if (!result)
		return NULL;
	if (user)
		hd_writes(&gmtime_result, sizeof gmtime_result, user);
	gmtime_result = *made;
	return &gmtime_result;
}

#define BROKEN_DOWN(name, reentrant, prepare)                                                                \
	HD_EXPORT struct tm *name(const time_t *at)                                                          \
	{                                                                                                    \
		uintptr_t user = hd_member_caller(HD_PC());                                                  \
		struct tm made;                                                                              \
                                                                                                             \
		if (user)                                                                                    \
			hd_reads(at, sizeof *at, user);                                                      \
		prepare;                                                                                     \
		return answer(&made, HD_REAL(reentrant)(at, &made), user);                                   \
	}                                                                                                    \
	HD_EXPORT struct tm *reentrant(const time_t *restrict at, struct tm *restrict to)                    \
	{                                                                                                    \
		if (hd_by_program(HD_PC())) {                                                                \
			hd_reads(at, sizeof *at, HD_PC());                                                   \
			hd_writes(to, sizeof *to, HD_PC());                                                  \
		}                                                                                            \
		return HD_REAL(reentrant)(at, to);                                                           \
	}

BROKEN_DOWN(gmtime, gmtime_r, (void)0)
BROKEN_DOWN(localtime, localtime_r, tzset())

static char *answer_text(const char *made, uintptr_t user)
{
	size_t n;

	if (!made)
		return NULL;
	n = HD_BASIC(strlen)(made) + 1;
	if (user)
		hd_writes(ctime_result, n, user);
	HD_BASIC(memcpy)(ctime_result, made, n);
	return ctime_result;
}

/* The text is made aside, to know how long it is. */
#define AS_TEXT(name, reentrant, type)                                                                       \
	HD_EXPORT char *name(const type *of)                                                                 \
	{                                                                                                    \
		uintptr_t user = hd_member_caller(HD_PC());                                                  \
		char made[sizeof ctime_result];                                                              \
                                                                                                             \
		if (user)                                                                                    \
			hd_reads(of, sizeof *of, user);                                                      \
		return answer_text(HD_REAL(reentrant)(of, made), user);                                      \
	}                                                                                                    \
	HD_EXPORT char *reentrant(const type *restrict of, char *restrict to)                                \
	{                                                                                                    \
		char made[sizeof ctime_result];                                                              \
                                                                                                             \
		if (hd_by_program(HD_PC())) {                                                                \
			hd_reads(of, sizeof *of, HD_PC());                                                   \
			if (HD_REAL(reentrant)(of, made))                                                    \
				hd_writes(to, HD_BASIC(strlen)(made) + 1, HD_PC());                          \
		}                                                                                            \
		return HD_REAL(reentrant)(of, to);                                                           \
	}

AS_TEXT(ctime, ctime_r, time_t)
AS_TEXT(asctime, asctime_r, struct tm)

/* These also put the fields into order. */
#define FROM_FIELDS(name)                                                                                    \
	HD_EXPORT time_t name(struct tm *of)                                                                 \
	{                                                                                                    \
		if (hd_by_program(HD_PC())) {                                                                \
			hd_reads(of, sizeof *of, HD_PC());                                                   \
			hd_writes(of, sizeof *of, HD_PC());                                                  \
		}                                                                                            \
		return HD_REAL(name)(of);                                                                    \
	}

FROM_FIELDS(mktime)
FROM_FIELDS(timegm)
FROM_FIELDS(timelocal)

HD_EXPORT size_t strftime(char *restrict to, size_t size, const char *restrict format,
			  const struct tm *restrict of)
{
	size_t n;

	if (hd_by_program(HD_PC())) {
		hd_reads_string(format, PTRDIFF_MAX, HD_PC());
		hd_reads(of, sizeof *of, HD_PC());
	}
	n = HD_REAL(strftime)(to, size, format, of);
	if (n && hd_by_program(HD_PC()))
		hd_writes(to, n + 1, HD_PC());
	return n;
}
