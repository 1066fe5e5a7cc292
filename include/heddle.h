/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle.h: what belongs together, said in the program itself.
 *
 * Heddle (heddle test --check atomic-sets) infers which data is an atomic set, that is, has to be consistent
 * as a whole, and which functions are units of work, that is, leave it consistent. Where it is wrong, say so:
 *
 *   struct account { pthread_mutex_t lock; int checking, savings; long hits; };
 *   HEDDLE_ATOMIC_SET(account, (checking, savings));
 *   HEDDLE_IGNORE(account, hits);
 *   HEDDLE_NOT_UNIT(run_all_tests);
 *
 * Types and functions are named as in the source, without "struct", in C++ with their namespaces and classes
 * (bank::Account::transfer). The declarations stand where a declaration may stand, and end with a semicolon.
 * They leave a line of text in a section of the object file that is never loaded: the program is the same
 * with and without them, and needs nothing of Heddle to be built or run. With HEDDLE_OFF defined, or a
 * compiler other than gcc and clang, nothing is left at all. C89 to C17, C++98 to C++20. The same can be said
 * in a file of its own for code that must not be touched: heddle test --project FILE, see
 * docs/atomic-sets.md. */
#ifndef HEDDLE_H
#define HEDDLE_H

#if defined(__GNUC__) && defined(__ELF__) && !defined(HEDDLE_OFF)
#define HEDDLE_LINE_TEXT_(line) #line
#define HEDDLE_LINE_(line)	HEDDLE_LINE_TEXT_(line)
#define HEDDLE_SAY_(text)                                                                                    \
	__asm__(".pushsection .heddle,\"\",%progbits\n\t.asciz \"" __FILE__                                  \
		":" HEDDLE_LINE_(__LINE__) ": " text "\"\n\t.popsection")
#else
#define HEDDLE_SAY_(text) struct heddle_says_nothing_
#endif

/* These members of the type are one set; those that no declaration names are another. */
#define HEDDLE_ATOMIC_SET(type, members) HEDDLE_SAY_("set " #type ": " #members)
/* These variables, in parentheses, are one set. */
#define HEDDLE_ATOMIC_SET_OF(variables) HEDDLE_SAY_("set: " #variables)
/* Each activation of the function is a unit of work, on whatever it touches. */
#define HEDDLE_UNIT(function) HEDDLE_SAY_("unit " #function)
/* … on objects of these types and on these variables, in parentheses, and what they own: on all of them
 * together. */
#define HEDDLE_UNIT_FOR(function, what) HEDDLE_SAY_("unit " #function " for " #what)
/* The function is no unit of work: what it does belongs to who calls it. */
#define HEDDLE_NOT_UNIT(function) HEDDLE_SAY_("not-unit " #function)
/* What the member points to is a part of the object: it is in the same set. Or it is not. */
#define HEDDLE_OWNED(type, member)     HEDDLE_SAY_("owned " #type "." #member)
#define HEDDLE_NOT_OWNED(type, member) HEDDLE_SAY_("not-owned " #type "." #member)
/* The member is in no set. */
#define HEDDLE_IGNORE(type, member) HEDDLE_SAY_("ignore " #type "." #member)
/* No object of the type, or the variable, is or has a set. */
#define HEDDLE_IGNORE_ALL(type_or_variable) HEDDLE_SAY_("ignore " #type_or_variable)
/* What the function touches by itself does not count. */
#define HEDDLE_IGNORE_FUNCTION(function) HEDDLE_SAY_("ignore-function " #function)

#endif
