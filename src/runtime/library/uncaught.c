/* SPDX-License-Identifier: Apache-2.0
 *
 * The C++ library calls abort() from deep inside, where nothing is known of the program. So it is noted where
 * a thread throws, and where the program calls std::terminate(). */
#include "runtime/library/uncaught.h"

#include "runtime/common/real.h"
#include "runtime/common/site.h"
#include "runtime/engine/sched.h"
#include "runtime/state/run_state.h"

typedef void throw_function(void *object, void *type, void (*destroy)(void *));
typedef void rethrow_function(void *pointer);
typedef void terminate_function(void);
typedef void *current_function(void);
typedef char *demangle_function(const char *name, char *buffer, size_t *size, int *status);

#define RETHROW "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE"

struct type_info { /* as the C++ ABI lays it out */
	void *table;
	const char *name; /* may begin with a star, which does not belong to it */
};

static struct {
	const void
	    *type; /* of what the thread has thrown last; NULL: it was thrown again, so that is not known */
	uint32_t thrown, terminated;
} noted[HD_MAX_THREADS];

HD_EXPORT void own_cxa_throw(void *object, void *type, void (*destroy)(void *)) __asm__("__cxa_throw");
HD_EXPORT void own_rethrow(void *pointer) __asm__(RETHROW);
HD_EXPORT void own_terminate(void) __asm__("_ZSt9terminatev");

void own_cxa_throw(void *object, void *type, void (*destroy)(void *))
{
	if (hd_active()) {
		noted[hd_rt.run.current].type = type;
		noted[hd_rt.run.current].thrown = HD_SITE();
	}
	HD_REAL_NAMED(throw_function, "__cxa_throw")(object, type, destroy);
	__builtin_unreachable();
}

/* `pointer` is where the std::exception_ptr is. */
void own_rethrow(void *pointer)
{
	if (hd_active()) {
		noted[hd_rt.run.current].type = NULL;
		noted[hd_rt.run.current].thrown = HD_SITE();
	}
	HD_REAL_NAMED(rethrow_function, RETHROW)(pointer);
	__builtin_unreachable();
}

void own_terminate(void)
{
	if (hd_active())
		noted[hd_rt.run.current].terminated = HD_SITE();
	HD_REAL_NAMED(terminate_function, "_ZSt9terminatev")();
	__builtin_unreachable();
}

/* In the program's heap, as if the C++ library had asked for it. */
static const char *readable(const char *name)
{
	demangle_function *demangle = (demangle_function *)hd_real_symbol("__cxa_demangle");
	int status = -1;
	const char *text = demangle ? demangle(name, NULL, NULL, &status) : NULL;

	return text && !status ? text : name;
}

static uint32_t module_of(uint32_t site)
{
	return hd_rt.wire->sites[site].module;
}

struct hd_uncaught hd_uncaught(uint32_t site)
{
	current_function *current = (current_function *)hd_real_symbol("__cxa_current_exception_type");
	const struct type_info *type = current ? current() : NULL;
	hd_tid self = hd_rt.run.current;
	struct hd_uncaught u = {.site = noted[self].terminated};

	if (!type)
		return u;
	u.type = readable(type->name + (*type->name == '*'));
	u.by_library = module_of(site) == module_of(hd_site_of((uintptr_t)current));
	u.site =
	    u.by_library && (!noted[self].type || noted[self].type == type) ? noted[self].thrown : HD_NO_SITE;
	return u;
}
