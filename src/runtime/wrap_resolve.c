/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of hosts. libc and its plugins ask files and servers by themselves, under locks of libc's own: one
 * thread at a time, the others wait here. What a server says is not recorded; for numbers and "localhost"
 * nobody is asked. */
#include <netdb.h>

#include "runtime/cancel.h"
#include "runtime/real.h"
#include "runtime/sched.h"

static uint32_t busy_in; /* the run in which a thread is at it, 0: none */

static bool is_free(const struct hd_thread *t)
{
	(void)t;
	return busy_in != hd_rt.run.epoch;
}

static void begin(uint32_t site)
{
	struct hd_op op = hd_op(HD_LOCK, &busy_in, site);

	hd_cancel_point();
	hd_sched_wait(&op, is_free, HD_NO_DEADLINE, 0);
	busy_in = hd_rt.run.epoch;
}

static void end(void)
{
	busy_in = 0;
	hd_sched_changed((uintptr_t)&busy_in);
}

#define ASKS(result, name, params, args)                                                                     \
	HD_EXPORT result name params                                                                         \
	{                                                                                                    \
		result r;                                                                                    \
                                                                                                             \
		if (!hd_active())                                                                            \
			return HD_REAL(name) args;                                                           \
		begin(HD_SITE());                                                                            \
		r = HD_REAL(name) args;                                                                      \
		end();                                                                                       \
		return r;                                                                                    \
	}

ASKS(int, getaddrinfo,
     (const char *restrict node, const char *restrict service, const struct addrinfo *restrict hints,
      struct addrinfo **restrict found),
     (node, service, hints, found))
ASKS(int, getnameinfo,
     (const struct sockaddr *restrict address, socklen_t size, char *restrict host, socklen_t host_size,
      char *restrict service, socklen_t service_size, int flags),
     (address, size, host, host_size, service, service_size, flags))
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
