/* SPDX-License-Identifier: Apache-2.0
 *
 * std::locale counts its references with atomics inside the library, which the runtime does not see; the
 * thread that drops the last one destroys facets, which may be the program's. The analyses are told that this
 * comes after all uses of the locale. The classic locale is never destroyed: what its users do is not
 * ordered. */
#include <stdbool.h>
#include <stdint.h>

#include "runtime/access/string_real.h"
#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/observe/cxx_library.h"

struct locale { /* all that it consists of */
	const void *counted;
};

typedef void end_form(struct locale *l);
typedef struct locale *assign_form(struct locale *l, const struct locale *other);

static void lets_go(const struct locale *l)
{
	if (!hd_active() || hd_cxx_is_classic(l->counted))
		return;
	hd_feed_send(l->counted);
	hd_feed_receive(l->counted);
}

#define ENDS(name, symbol)                                                                                   \
	HD_EXPORT end_form name __asm__(symbol);                                                             \
	void name(struct locale *l)                                                                          \
	{                                                                                                    \
		lets_go(l);                                                                                  \
		HD_REAL_NAMED(end_form, symbol)(l);                                                          \
	}

#define ASSIGNS(name, symbol)                                                                                \
	HD_EXPORT assign_form name __asm__(symbol);                                                          \
	struct locale *name(struct locale *l, const struct locale *other)                                    \
	{                                                                                                    \
		if (hd_by_program(HD_PC())) {                                                                \
			hd_reads(other, sizeof *other, HD_PC());                                             \
			hd_writes(l, sizeof *l, HD_PC());                                                    \
		}                                                                                            \
		lets_go(l);                                                                                  \
		return HD_REAL_NAMED(assign_form, symbol)(l, other);                                         \
	}

/* A destructor has one symbol for objects and one for parts of objects. */
ENDS(hd_libstdcxx_locale_end, "_ZNSt6localeD1Ev")
ENDS(hd_libstdcxx_locale_part_end, "_ZNSt6localeD2Ev")
ASSIGNS(hd_libstdcxx_locale_assign, "_ZNSt6localeaSERKS_")
ENDS(hd_libcxx_locale_end, "_ZNSt3__16localeD1Ev")
ENDS(hd_libcxx_locale_part_end, "_ZNSt3__16localeD2Ev")
ASSIGNS(hd_libcxx_locale_assign, "_ZNSt3__16localeaSERKS0_")
