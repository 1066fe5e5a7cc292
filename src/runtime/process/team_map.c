/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/process/team_map.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>

#include "runtime/arch/addresses.h"
#include "runtime/common/real.h"
#include "runtime/common/team_memory.h"
#include "runtime/engine/failure.h"

#define SYSTEM_V ((dev_t)-1) /* in place of a file: a segment of shmget() */

static void note_mapping(const struct hd_team_mapping *m)
{
	if (hd_active())
		hd_room_for(HD_FULL_SHARED_MAPPINGS, hd_team_memory->n, HD_NO_SITE);
	else if (hd_team_memory->n == HD_MAX_SHARED_MAPPINGS)
		hd_refuse("the program maps shared memory more than %u times before main",
			  HD_MAX_SHARED_MAPPINGS);
	hd_team_memory->mappings[hd_team_memory->n++] = *m;
	if (m->at == hd_team_memory->next)
		hd_team_memory->next +=
		    (m->size + 2 * HD_PAGE - 1) & ~(HD_PAGE - 1); /* with a gap behind it */
}

static struct hd_team_mapping mapping_of(size_t size, int fd, off_t offset)
{
	struct hd_team_mapping m = {.size = size, .offset = offset};
	struct stat st;

	if (fd >= 0 && !fstat(fd, &st)) {
		m.device = st.st_dev;
		m.inode = st.st_ino;
	}
	return m;
}

static bool is_same_mapping(const struct hd_team_mapping *a, const struct hd_team_mapping *b)
{
	return a->inode && a->inode == b->inode && a->device == b->device && a->offset == b->offset &&
	       a->size == b->size;
}

static struct hd_team_mapping *find_same(const struct hd_team_mapping *wanted)
{
	for (unsigned i = 0; i < hd_team_memory->n; i++)
		if (is_same_mapping(&hd_team_memory->mappings[i], wanted))
			return &hd_team_memory->mappings[i];
	return NULL;
}

static void *map_at(void *at, const struct hd_team_mapping *m, int protection, int flags, int fd)
{
	return HD_REAL(mmap)(at, m->size, protection, flags | MAP_FIXED_NOREPLACE, fd, m->offset);
}

/* Another process may have it already. In the same process it gets another address the second time. */
void *hd_team_map(size_t size, int protection, int flags, int fd, off_t offset)
{
	struct hd_team_mapping wanted = mapping_of(size, flags & MAP_ANONYMOUS ? -1 : fd, offset);
	const struct hd_team_mapping *same;
	void *at;

	hd_team_memory_prepare();
	same = find_same(&wanted);
	if (same) {
		at = map_at((void *)same->at, &wanted, protection, flags, fd);
		if (at != MAP_FAILED || errno != EEXIST)
			return at;
	}
	wanted.at = hd_team_memory->next;
	at = map_at((void *)wanted.at, &wanted, protection, flags, fd);
	if (at != MAP_FAILED)
		note_mapping(&wanted);
	return at;
}

void *hd_team_attach(int id, size_t size, int flags)
{
	struct hd_team_mapping wanted = {.size = size, .device = SYSTEM_V, .inode = (ino_t)id + 1};
	const struct hd_team_mapping *same;
	void *at;

	hd_team_memory_prepare();
	same = find_same(&wanted);
	if (same) {
		at = HD_REAL(shmat)(id, (void *)same->at, flags);
		if (at != MAP_FAILED || errno != EINVAL)
			return at;
	}
	wanted.at = hd_team_memory->next;
	at = HD_REAL(shmat)(id, (void *)wanted.at, flags);
	if (at != MAP_FAILED)
		note_mapping(&wanted);
	return at;
}

void hd_team_mapped(void *at, size_t size)
{
	hd_team_memory_prepare();
	note_mapping(&(struct hd_team_mapping){.at = (uintptr_t)at, .size = size});
}
