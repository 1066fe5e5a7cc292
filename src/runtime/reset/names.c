/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/reset/names.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

#include "runtime/common/rt.h"
#include "runtime/reset/kernel_state.h"

#define UNIQUE_NAMES 16 /* that are remembered, the latest ones */
#define NAME_ROOM    128

static char unique[UNIQUE_NAMES][NAME_ROOM];
static unsigned nunique; /* ever */

static bool starts_with(const char *path, const char *start)
{
	return start[0] && !strncmp(path, start, strlen(start));
}

static bool is_unique(const char *path)
{
	for (unsigned i = 0; i < UNIQUE_NAMES; i++)
		if (starts_with(path, unique[i]))
			return true;
	return false;
}

static bool is_device(const char *path)
{
	return starts_with(path, "/dev/") || starts_with(path, "/proc/");
}

void hd_name_used(const char *path)
{
	hd_kernel_state.not_only_memory = true;
	if (hd_active() && !atomic_load_explicit(&hd_rt.wire->names, memory_order_relaxed) &&
	    errno != EFAULT && path && !is_device(path) && !is_unique(path))
		atomic_store(&hd_rt.wire->names, 1);
}

void hd_name_opened(int fd, const char *path, int flags)
{
	if ((flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC))
		hd_kernel_state.not_only_memory = true;
	if (flags >= 0 && flags & (O_EXCL | O_TRUNC) && (fd >= 0 || errno == EEXIST))
		hd_name_used(path);
}

static bool has_port(const struct sockaddr *address, socklen_t size)
{
	if (address->sa_family == AF_INET && size >= sizeof(struct sockaddr_in))
		return ((const struct sockaddr_in *)address)->sin_port;
	if (address->sa_family == AF_INET6 && size >= sizeof(struct sockaddr_in6))
		return ((const struct sockaddr_in6 *)address)->sin6_port;
	return false;
}

void hd_name_bound(const struct sockaddr *address, socklen_t size)
{
	hd_kernel_state.not_only_memory = true;
	if (errno == EFAULT || !address || size < sizeof address->sa_family)
		return;
	if (address->sa_family == AF_UNIX && size > sizeof address->sa_family)
		hd_name_used(((const struct sockaddr_un *)address)->sun_path);
	else if (has_port(address, size))
		atomic_store(&hd_rt.wire->names, 1);
}

void hd_name_unique(const char *path)
{
	size_t size = path ? strlen(path) + 1 : 0;

	hd_kernel_state.not_only_memory = true;
	if (size && size <= NAME_ROOM)
		memcpy(unique[nunique++ % UNIQUE_NAMES], path, size);
}
