/* SPDX-License-Identifier: Apache-2.0
 *
 * The forms of the memory and string functions that _FORTIFY_SOURCE calls: the last parameter is the room
 * that the compiler knows the destination to have. libc's own form checks it and ends the program. */
#include "runtime/common/real.h"
#include "runtime/access/string_real.h"

HD_EXPORT void *__memcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t room);
HD_EXPORT void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t room);
HD_EXPORT void *__memmove_chk(void *to, const void *from, size_t n, size_t room);
HD_EXPORT void *__memset_chk(void *p, int value, size_t n, size_t room);
HD_EXPORT void __explicit_bzero_chk(void *p, size_t n, size_t room);
HD_EXPORT char *__strcpy_chk(char *restrict to, const char *restrict from, size_t room);
HD_EXPORT char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t room);
HD_EXPORT char *__strncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room);
HD_EXPORT char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room);
HD_EXPORT char *__strcat_chk(char *restrict to, const char *restrict from, size_t room);
HD_EXPORT char *__strncat_chk(char *restrict to, const char *restrict from, size_t n, size_t room);

void *__memcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t room)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_from(to, from, n, &kept, HD_PC());
	return HD_REAL(__memcpy_chk)(to, from, n, room);
}

void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t room)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_from(to, from, n, &kept, HD_PC());
	return HD_REAL(__mempcpy_chk)(to, from, n, room);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_from(to, from, n, &kept, HD_PC());
	return HD_REAL(__memmove_chk)(to, from, n, room);
}

void *__memset_chk(void *p, int value, size_t n, size_t room)
{
	if (hd_by_program(HD_PC()))
		hd_writes(p, n, HD_PC());
	return HD_REAL(__memset_chk)(p, value, n, room);
}

void __explicit_bzero_chk(void *p, size_t n, size_t room)
{
	if (hd_by_program(HD_PC()))
		hd_writes(p, n, HD_PC());
	HD_REAL(__explicit_bzero_chk)(p, n, room);
}

char *__strcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_string_from(to, from, &kept, HD_PC());
	return HD_REAL(__strcpy_chk)(to, from, room);
}

char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t room)
{
	struct hd_kept_copy kept;

	if (hd_by_program(HD_PC()))
		from = hd_copies_string_from(to, from, &kept, HD_PC());
	return HD_REAL(__stpcpy_chk)(to, from, room);
}

char *__strncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
	if (hd_by_program(HD_PC())) {
		hd_reads_string(from, n, HD_PC());
		hd_writes(to, n, HD_PC());
	}
	return HD_REAL(__strncpy_chk)(to, from, n, room);
}

char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
	if (hd_by_program(HD_PC())) {
		hd_reads_string(from, n, HD_PC());
		hd_writes(to, n, HD_PC());
	}
	return HD_REAL(__stpncpy_chk)(to, from, n, room);
}

char *__strcat_chk(char *restrict to, const char *restrict from, size_t room)
{
	if (hd_by_program(HD_PC()))
		hd_appends_string(to, from, PTRDIFF_MAX, HD_PC());
	return HD_REAL(__strcat_chk)(to, from, room);
}

char *__strncat_chk(char *restrict to, const char *restrict from, size_t n, size_t room)
{
	if (hd_by_program(HD_PC()))
		hd_appends_string(to, from, n, HD_PC());
	return HD_REAL(__strncat_chk)(to, from, n, room);
}
