/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of a team: the runtime's variables that are one for all processes, and what the program shares
 * between its processes. The latter has one address in all of them, also where it is mapped after a fork. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/process/team.h"

#define MAX_VARIABLES 16
#define BASE	      0x280000000000UL /* between the wire and the heap: see wire.h */
#define PAGE	      4096UL
#define SYSTEM_V      ((dev_t)-1) /* in place of a file: a segment of shmget() */

static struct {
	void *at;
	size_t size;
} variables[MAX_VARIABLES];
static unsigned nvariables;

struct mapping {
	uintptr_t at;
	size_t size;
	dev_t device;
	ino_t inode; /* 0: of no file */
	off_t offset;
};

static struct memory {
	uintptr_t next; /* where there was nothing yet */
	unsigned n;
	struct mapping mappings[HD_MAX_SHARED_MAPPINGS];
} * memory;

static unsigned nbefore; /* mappings from before main … */
static uintptr_t next_before;
static bool counted;

/* ---- the runtime's own ---- */

void hd_team_share(void *at, size_t size)
{
	void *shared = HD_REAL(mmap)(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	HD_ASSERT((uintptr_t)at % PAGE == 0 && size % PAGE == 0, "a shared variable does not fill its pages");
	if (shared == MAP_FAILED || nvariables == MAX_VARIABLES)
		hd_refuse("no memory that the processes of a run could share");
	memcpy(shared, at, size);
	if (hd_syscall(SYS_mremap, shared, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, at) < 0)
		hd_refuse("memory cannot be shared between the processes of a run");
	variables[nvariables].at = at;
	variables[nvariables++].size = size;
}

void hd_team_separate(void)
{
	for (unsigned i = 0; i < nvariables; i++)
		hd_separate(variables[i].at, variables[i].size);
}

/* ---- the program's ---- */

static void prepare(void)
{
	if (memory)
		return;
	memory = hd_keep_alloc(sizeof *memory);
	memory->next = BASE;
}

/* What was mapped before main stays. */
void hd_team_memory_run_begin(void)
{
	prepare();
	if (!counted) {
		nbefore = memory->n;
		next_before = memory->next;
	}
	counted = true;
	memory->n = nbefore;
	memory->next = next_before;
}

static bool is_in(const struct mapping *m, uint64_t addr)
{
	return addr - m->at < m->size;
}

bool hd_team_sees(uint64_t addr)
{
	for (unsigned i = 0; hd_team() && i < memory->n; i++)
		if (is_in(&memory->mappings[i], addr))
			return true;
	return hd_keeps((uintptr_t)addr); /* semaphores with names */
}

static void note(const struct mapping *m)
{
	if (hd_active())
		hd_room_for(HD_FULL_SHARED_MAPPINGS, memory->n, HD_NO_SITE);
	else if (memory->n == HD_MAX_SHARED_MAPPINGS)
		hd_refuse("the program maps shared memory more than %u times before main",
			  HD_MAX_SHARED_MAPPINGS);
	memory->mappings[memory->n++] = *m;
	if (m->at == memory->next)
		memory->next += (m->size + 2 * PAGE - 1) & ~(PAGE - 1); /* with a gap behind it */
}

static struct mapping mapping_of(size_t size, int fd, off_t offset)
{
	struct mapping m = {.size = size, .offset = offset};
	struct stat st;

	if (fd >= 0 && !fstat(fd, &st)) {
		m.device = st.st_dev;
		m.inode = st.st_ino;
	}
	return m;
}

static bool is_same(const struct mapping *a, const struct mapping *b)
{
	return a->inode && a->inode == b->inode && a->device == b->device && a->offset == b->offset &&
	       a->size == b->size;
}

static struct mapping *find_same(const struct mapping *wanted)
{
	for (unsigned i = 0; i < memory->n; i++)
		if (is_same(&memory->mappings[i], wanted))
			return &memory->mappings[i];
	return NULL;
}

static void *map_at(void *at, const struct mapping *m, int protection, int flags, int fd)
{
	return HD_REAL(mmap)(at, m->size, protection, flags | MAP_FIXED_NOREPLACE, fd, m->offset);
}

/* Another process may have it already. In the same process it gets another address the second time. */
void *hd_team_map(size_t size, int protection, int flags, int fd, off_t offset)
{
	struct mapping wanted = mapping_of(size, flags & MAP_ANONYMOUS ? -1 : fd, offset);
	const struct mapping *same;
	void *at;

	prepare();
	same = find_same(&wanted);
	if (same) {
		at = map_at((void *)same->at, &wanted, protection, flags, fd);
		if (at != MAP_FAILED || errno != EEXIST)
			return at;
	}
	wanted.at = memory->next;
	at = map_at((void *)wanted.at, &wanted, protection, flags, fd);
	if (at != MAP_FAILED)
		note(&wanted);
	return at;
}

void *hd_team_attach(int id, size_t size, int flags)
{
	struct mapping wanted = {.size = size, .device = SYSTEM_V, .inode = (ino_t)id + 1};
	const struct mapping *same;
	void *at;

	prepare();
	same = find_same(&wanted);
	if (same) {
		at = HD_REAL(shmat)(id, (void *)same->at, flags);
		if (at != MAP_FAILED || errno != EINVAL)
			return at;
	}
	wanted.at = memory->next;
	at = HD_REAL(shmat)(id, (void *)wanted.at, flags);
	if (at != MAP_FAILED)
		note(&wanted);
	return at;
}

void hd_team_mapped(void *at, size_t size)
{
	prepare();
	note(&(struct mapping){.at = (uintptr_t)at, .size = size});
}
