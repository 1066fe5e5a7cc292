/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/process/wrap_rlimit.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/common/team.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/memory/heap.h"
#include "runtime/reset/identity.h"
#include "runtime/reset/run_mappings.h"

#define CODE_AND_DATA (4UL << 20) /* what a process has before it asks for anything, about */

bool hd_rlimit_memory;

static struct { /* of this run; as told to the program, and not to the kernel */
	bool set[RLIM_NLIMITS];
	struct rlimit64 limit[RLIM_NLIMITS];
} modelled;

void hd_rlimit_run_begin(void)
{
	if (!hd_rlimit_memory && !modelled.set[RLIMIT_NPROC])
		return;
	hd_rlimit_memory = false;
	memset(&modelled, 0, sizeof modelled);
}

static bool is_modelled(int resource)
{
	return resource == RLIMIT_AS || resource == RLIMIT_DATA || resource == RLIMIT_NPROC;
}

/* ---- what is in use ---- */

static size_t stacks(void)
{
	size_t sum = 0;

	for (unsigned i = 1; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && hd_is_here(&hd_threads[i]))
			sum += (size_t)(hd_threads[i].stack_hi - hd_threads[i].stack_lo);
	return sum;
}

static bool allows_bytes(int resource, size_t more)
{
	size_t used;

	if (!modelled.set[resource])
		return true;
	used = CODE_AND_DATA + hd_heap_live() + hd_mappings_size() + stacks();
	return used <= modelled.limit[resource].rlim_cur && more <= modelled.limit[resource].rlim_cur - used;
}

bool hd_rlimit_allows(size_t more)
{
	return allows_bytes(RLIMIT_AS, more) && allows_bytes(RLIMIT_DATA, more);
}

/* Root may have any number of processes. */
bool hd_rlimit_allows_thread(size_t stack)
{
	if (modelled.set[RLIMIT_NPROC] && getuid() &&
	    hd_rt.run.nlive >= modelled.limit[RLIMIT_NPROC].rlim_cur)
		return false;
	return !hd_rlimit_memory || hd_rlimit_allows(stack);
}

/* ---- the calls ---- */

static int get_real(int resource, struct rlimit64 *out)
{
	return (int)hd_syscall(SYS_prlimit64, 0, resource, NULL, out);
}

static int model(int resource, const struct rlimit64 *new, struct rlimit64 *old)
{
	struct rlimit64 now = modelled.limit[resource];

	if (!modelled.set[resource] && get_real(resource, &now))
		return -1;
	if (new &&new->rlim_cur > new->rlim_max)
		return hd_error(EINVAL);
	if (new &&new->rlim_max > now.rlim_max && geteuid())
		return hd_error(EPERM);
	if (new) {
		modelled.limit[resource] = *new;
		modelled.set[resource] = true;
		hd_rlimit_memory |= resource != RLIMIT_NPROC;
	}
	if (old)
		*old = now;
	return 0;
}

static int change_limit(pid_t pid, int resource, const struct rlimit64 *new, struct rlimit64 *old)
{
	int result;

	if (is_modelled(resource) && (!pid || hd_thread_of_number(pid)))
		return model(resource, new, old);
	result = (int)hd_syscall(SYS_prlimit64, hd_id_of_number(pid), resource, new, old);
	if (!result && new)
		hd_taint(HD_TAINT_KERNEL);
	return result;
}

/* struct rlimit and struct rlimit64 are the same on x86-64. */
_Static_assert(sizeof(struct rlimit) == sizeof(struct rlimit64), "limits have 64 bits");

#define GET(name, type)                                                                                      \
	HD_EXPORT int name(__rlimit_resource_t resource, type *out)                                          \
	{                                                                                                    \
		if (!hd_active())                                                                            \
			return HD_REAL(name)(resource, out);                                                 \
		return change_limit(0, (int)resource, NULL, (struct rlimit64 *)out);                         \
	}
#define SET(name, type)                                                                                      \
	HD_EXPORT int name(__rlimit_resource_t resource, const type *new)                                    \
	{                                                                                                    \
		if (!hd_active())                                                                            \
			return HD_REAL(name)(resource, new);                                                 \
		return change_limit(0, (int)resource, (const struct rlimit64 *)new, NULL);                   \
	}
#define GET_AND_SET(name, type)                                                                              \
	HD_EXPORT int name(pid_t pid, __rlimit_resource_t resource, const type *new, type *old)              \
	{                                                                                                    \
		if (!hd_active())                                                                            \
			return HD_REAL(name)(pid, resource, new, old);                                       \
		return change_limit(pid, (int)resource, (const struct rlimit64 *)new,                        \
				    (struct rlimit64 *)old);                                                 \
	}

GET(getrlimit, struct rlimit)
GET(getrlimit64, struct rlimit64)
SET(setrlimit, struct rlimit)
SET(setrlimit64, struct rlimit64)
GET_AND_SET(prlimit, struct rlimit)
GET_AND_SET(prlimit64, struct rlimit64)
