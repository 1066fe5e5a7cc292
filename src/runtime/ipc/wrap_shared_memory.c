/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared memory by name or key: see leavings.h. */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/shm.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/io/io.h"
#include "runtime/ipc/leavings.h"
#include "runtime/process/team_map.h"

static void shm_point(enum hd_event_kind kind, uint32_t site)
{
	struct hd_op op = hd_op(kind, NULL, site);

	if (hd_active())
		hd_sched_point(&op);
}

HD_EXPORT int shm_open(const char *name, int flags, mode_t mode)
{
	char own[HD_KERNEL_NAME];
	const char *told;
	int fd;

	if (!hd_has_leavings())
		return HD_REAL(shm_open)(name, flags, mode);
	shm_point(HD_OPEN, HD_SITE());
	told = hd_kernel_name(HD_LEFT_MEMORY, name, own);
	fd = HD_REAL(shm_open)(told, flags, mode);
	if (hd_active())
		hd_fd_made_some(fd);
	if (fd >= 0 && flags & O_CREAT)
		hd_leaving_made(HD_LEFT_MEMORY, told, 0);
	return fd;
}

HD_EXPORT int shm_unlink(const char *name)
{
	char own[HD_KERNEL_NAME];
	const char *told;
	int result;

	if (!hd_has_leavings())
		return HD_REAL(shm_unlink)(name);
	shm_point(HD_CLOSE, HD_SITE());
	told = hd_kernel_name(HD_LEFT_MEMORY, name, own);
	result = HD_REAL(shm_unlink)(told);
	if (!result)
		hd_leaving_gone(HD_LEFT_MEMORY, told, 0);
	return result;
}

HD_EXPORT int shmget(key_t key, size_t size, int flags)
{
	int id;

	if (!hd_has_leavings())
		return HD_REAL(shmget)(key, size, flags);
	shm_point(HD_OPEN, HD_SITE());
	id = HD_REAL(shmget)(hd_kernel_key(key), size, flags);
	if (id >= 0)
		hd_leaving_made(HD_LEFT_SYSV_MEMORY, NULL, id);
	return id;
}

/* Processes under control have it at one address. */
static void *attach_segment(int id, const void *at, int flags)
{
	bool shared = hd_active() && hd_rt.wire->controls_children;
	struct shmid_ds segment;
	void *p;

	if (!shared || HD_REAL(shmctl)(id, IPC_STAT, &segment))
		return HD_REAL(shmat)(id, at, flags);
	if (!at)
		return hd_team_attach(id, segment.shm_segsz, flags);
	p = HD_REAL(shmat)(id, at, flags);
	if (p != MAP_FAILED)
		hd_team_mapped(p, segment.shm_segsz);
	return p;
}

HD_EXPORT void *shmat(int id, const void *at, int flags)
{
	void *p = attach_segment(id, at, flags);

	if (hd_active() && p != MAP_FAILED)
		hd_taint(HD_TAINT_MAPPINGS);
	return p;
}

HD_EXPORT int shmctl(int id, int command, struct shmid_ds *data)
{
	int result = HD_REAL(shmctl)(id, command, data);

	if (!result && command == IPC_RMID && hd_has_leavings())
		hd_leaving_gone(HD_LEFT_SYSV_MEMORY, NULL, id);
	return result;
}
