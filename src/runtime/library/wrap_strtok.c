/* SPDX-License-Identifier: Apache-2.0
 *
 * strtok() cuts a string into words: it writes to the string, and strtok() itself remembers in a variable of
 * all threads where the next word begins. */
#include "runtime/access/string_real.h"
#include "runtime/library/member.h"

static char *strtok_next; /* its name is what a report about it says */

/* The next word at *at, which is moved behind it; NULL: there is none. */
static char *cut(char *s, const char *set, char **at, uintptr_t user)
{
	size_t lead, n;

	if (!s)
		s = HD_LOAD(at, user);
	if (!s)
		return NULL;
	lead = HD_OTHER(strspn)(s, set);
	if (user)
		hd_reads(s, lead + HD_OTHER(strcspn)(s + lead, set) + 1, user);
	s += HD_OTHER(strspn)(s, set);
	n = HD_OTHER(strcspn)(s, set);
	if (!n) {
		HD_STORE(at, s, user);
		return NULL;
	}
	if (s[n]) {
		HD_STORE(&s[n], 0, user);
		n++;
	}
	HD_STORE(at, s + n, user);
	return s;
}

HD_EXPORT char *strtok(char *restrict s, const char *restrict set)
{
	return cut(s, set, &strtok_next, hd_member_caller(HD_PC()));
}

HD_EXPORT char *strtok_r(char *restrict s, const char *restrict set, char **restrict at)
{
	return cut(s, set, at, hd_member_caller(HD_PC()));
}

HD_EXPORT char *own_strtok_r(char *restrict s, const char *restrict set,
			     char **restrict at) __asm__("__strtok_r");
char *own_strtok_r(char *restrict s, const char *restrict set, char **restrict at)
{
	return cut(s, set, at, hd_member_caller(HD_PC()));
}
