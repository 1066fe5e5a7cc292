/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of hosts. libc and its plugins ask files and servers by themselves, under locks of libc's own: one
 * thread at a time, the others wait here. What a server says is not recorded; for numbers and "localhost" no
 * server is asked. */
#include <errno.h>
#include <netdb.h>

#include "runtime/access/effects.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/io/aio.h"

static uint32_t busy_in; /* the run in which a thread is at it, 0: none */

static bool is_resolver_free(const struct hd_thread *t)
{
	(void)t;
	return busy_in != hd_rt.run.epoch;
}

static void begin_resolving(uint32_t site)
{
	struct hd_op op = hd_op(HD_LOCK, &busy_in, site);

	hd_cancel_point();
	hd_sched_wait(&op, is_resolver_free, HD_NO_DEADLINE, 0);
	busy_in = hd_rt.run.epoch;
}

static void end_resolving(void)
{
	busy_in = 0;
	hd_sched_changed((uintptr_t)&busy_in);
}

/* `before` and `after` tell of the program's memory that is read and written by the call at pc. */
#define ASKS_BY(type, name, params, args, before, after)                                                     \
	HD_EXPORT type name params                                                                           \
	{                                                                                                    \
		uintptr_t pc = HD_PC();                                                                      \
		bool seen = hd_by_program(pc);                                                               \
		type result;                                                                                 \
                                                                                                             \
		if (!hd_active())                                                                            \
			return HD_REAL(name) args;                                                           \
		if (seen) {                                                                                  \
			before;                                                                              \
		}                                                                                            \
		begin_resolving(hd_site_of(pc));                                                             \
		result = HD_REAL(name) args;                                                                 \
		end_resolving();                                                                             \
		if (seen && !result) {                                                                       \
			after;                                                                               \
		}                                                                                            \
		return result;                                                                               \
	}
#define ASKS(result, name, params, args)                                                                     \
	HD_EXPORT result name params                                                                         \
	{                                                                                                    \
		result r;                                                                                    \
                                                                                                             \
		if (!hd_active())                                                                            \
			return HD_REAL(name) args;                                                           \
		begin_resolving(HD_SITE());                                                                  \
		r = HD_REAL(name) args;                                                                      \
		end_resolving();                                                                             \
		return r;                                                                                    \
	}

ASKS_BY(int, getaddrinfo,
	(const char *restrict node, const char *restrict service, const struct addrinfo *restrict hints,
	 struct addrinfo **restrict found),
	(node, service, hints, found), hd_reads_text(node, pc);
	hd_reads_text(service, pc);
	hd_reads_some(hints, sizeof *hints, pc), hd_writes(found, sizeof(void *), pc))
ASKS_BY(int, getnameinfo,
	(const struct sockaddr *restrict address, socklen_t size, char *restrict host, socklen_t host_size,
	 char *restrict service, socklen_t service_size, int flags),
	(address, size, host, host_size, service, service_size, flags), hd_reads_some(address, size, pc),
	hd_wrote_text(host_size ? host : NULL, pc);
	hd_wrote_text(service_size ? service : NULL, pc))
ASKS(struct hostent *, gethostbyname, (const char *name), (name))
ASKS(struct hostent *, gethostbyname2, (const char *name, int family), (name, family))
ASKS(struct hostent *, gethostbyaddr, (const void *address, socklen_t size, int family),
     (address, size, family))
ASKS(int, gethostbyname_r,
     (const char *restrict name, struct hostent *restrict entry, char *restrict buffer, size_t size,
      struct hostent **restrict found, int *restrict error),
     (name, entry, buffer, size, found, error))
ASKS(int, gethostbyname2_r,
     (const char *restrict name, int family, struct hostent *restrict entry, char *restrict buffer,
      size_t size, struct hostent **restrict found, int *restrict error),
     (name, family, entry, buffer, size, found, error))
ASKS(int, gethostbyaddr_r,
     (const void *restrict address, socklen_t length, int family, struct hostent *restrict entry,
      char *restrict buffer, size_t size, struct hostent **restrict found, int *restrict error),
     (address, length, family, entry, buffer, size, found, error))

/* libc would do this in threads of its own, which the runtime does not control. That the answers are there
 * when the call comes back is allowed; gai_error() and its kind find them in the requests. */
HD_EXPORT int getaddrinfo_a(int mode, struct gaicb *list[], int n, struct sigevent *event)
{
	uint32_t site;

	if (!hd_active())
		return HD_REAL(getaddrinfo_a)(mode, list, n, event);
	site = HD_SITE();
	if (mode != GAI_WAIT && mode != GAI_NOWAIT) {
		errno = EINVAL;
		return EAI_SYSTEM;
	}
	for (int i = 0; i < n; i++) {
		struct gaicb *g = list[i];

		if (!g)
			continue;
		begin_resolving(site);
		g->__return = HD_REAL(getaddrinfo)(g->ar_name, g->ar_service, g->ar_request, &g->ar_result);
		end_resolving();
	}
	if (mode == GAI_NOWAIT && event)
		hd_aio_notify(event, site);
	return 0;
}
