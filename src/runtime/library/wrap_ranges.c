/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions of libc that work on memory of the program in ways of their own: the wrappers report what they
 * read and write as a whole, before they begin. */
#include <arpa/inet.h>
#include <regex.h>
#include <stdlib.h>
#include <wchar.h>

#include "runtime/common/real.h"
#include "runtime/access/string_real.h"

static void moves(const void *base, size_t n, size_t size, uintptr_t pc)
{
	if (n < 2 || !hd_by_program(pc))
		return;
	hd_reads(base, n * size, pc);
	hd_writes(base, n * size, pc);
}

HD_EXPORT void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
	moves(base, n, size, HD_PC());
	HD_REAL(qsort)(base, n, size, compare);
}

HD_EXPORT void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *),
		       void *arg)
{
	moves(base, n, size, HD_PC());
	HD_REAL(qsort_r)(base, n, size, compare, arg);
}

HD_EXPORT int regexec(const regex_t *restrict expression, const char *restrict s, size_t n,
		      regmatch_t matches[restrict n], int flags)
{
	if (hd_by_program(HD_PC()) && !(flags & REG_STARTEND)) {
		hd_reads_string(s, PTRDIFF_MAX, HD_PC());
		if (matches)
			hd_writes(matches, n * sizeof *matches, HD_PC());
	}
	return HD_REAL(regexec)(expression, s, n, matches, flags);
}

HD_EXPORT int inet_pton(int family, const char *restrict from, void *restrict to)
{
	int result;

	if (hd_by_program(HD_PC()))
		hd_reads_string(from, PTRDIFF_MAX, HD_PC());
	result = HD_REAL(inet_pton)(family, from, to);
	if (result == 1 && hd_by_program(HD_PC()))
		hd_writes(to, family == AF_INET6 ? sizeof(struct in6_addr) : sizeof(struct in_addr), HD_PC());
	return result;
}

HD_EXPORT const char *inet_ntop(int family, const void *restrict from, char *restrict to, socklen_t size)
{
	const char *text;

	if (hd_by_program(HD_PC()))
		hd_reads(from, family == AF_INET6 ? sizeof(struct in6_addr) : sizeof(struct in_addr),
			 HD_PC());
	text = HD_REAL(inet_ntop)(family, from, to, size);
	if (text && hd_by_program(HD_PC()))
		hd_writes(to, HD_BASIC(strlen)(to) + 1, HD_PC());
	return text;
}
