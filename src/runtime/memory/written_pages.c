/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/written_pages.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "runtime/arch/addresses.h"
#include "runtime/arch/arch.h"
#include "runtime/common/rt.h"

/* What the kernel's headers do not have everywhere yet. */
#define USER_MODE_ONLY	    1
#define FEATURE_UNPOPULATED (1ULL << 13)
#define FEATURE_ASYNC	    (1ULL << 15)
#define PAGE_IS_WRITTEN	    (1ULL << 1)
#define PAGE_IS_PRESENT	    (1ULL << 3)
#define SCAN_CHECKS_ASYNC   (1ULL << 1)

struct page_region {
	uint64_t start, end, categories;
};

struct scan {
	uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
	uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
#define SCAN _IOWR('f', 16, struct scan)

#define REGIONS 256	     /* that one scan finds */
#define HIGH	512	     /* the numbers of descriptors */
#define LEAST	(64UL << 10) /* bytes of a range that is watched */
#define MUCH	20 /* of 100 pages: a write to a page that is watched costs as much as copying five */
#define MANY	4  /* resets with as many after which the range is copied whole */

static int faults = -1, pagemap = -1;

static bool ask(int fd, unsigned long request, void *what)
{
	return hd_syscall(SYS_ioctl, fd, request, what) >= 0;
}

static void close_both(void)
{
	if (faults >= 0)
		hd_syscall(SYS_close, faults);
	if (pagemap >= 0)
		hd_syscall(SYS_close, pagemap);
	faults = pagemap = -1;
}

/* The program is to get the numbers that it would get natively. */
static int move_up(int fd)
{
	int high = fd < 0 ? -1 : (int)hd_syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, HIGH);

	if (fd >= 0)
		hd_syscall(SYS_close, fd);
	return high;
}

bool hd_written_open(int descriptors[2])
{
	struct uffdio_api api = {.api = UFFD_API, .features = FEATURE_ASYNC | FEATURE_UNPOPULATED};

	faults = move_up((int)hd_syscall(SYS_userfaultfd, O_CLOEXEC | USER_MODE_ONLY));
	pagemap = move_up((int)hd_syscall(SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC));
	if (faults < 0 || pagemap < 0 || !ask(faults, UFFDIO_API, &api)) {
		close_both();
		return false;
	}
	descriptors[0] = faults;
	descriptors[1] = pagemap;
	return true;
}

static bool protect(const char *at, size_t size)
{
	struct uffdio_writeprotect p = {.range = {(uintptr_t)at, size}, .mode = UFFDIO_WRITEPROTECT_MODE_WP};

	return ask(faults, UFFDIO_WRITEPROTECT, &p);
}

/* Pages that were written to, and those that are no longer there. */
static long scan(struct scan *s, struct page_region *regions)
{
	s->size = sizeof *s;
	s->flags = SCAN_CHECKS_ASYNC;
	s->vec = (uintptr_t)regions;
	s->vec_len = REGIONS;
	s->category_inverted = PAGE_IS_PRESENT;
	s->category_anyof_mask = PAGE_IS_WRITTEN | PAGE_IS_PRESENT;
	s->return_mask = PAGE_IS_WRITTEN;
	return hd_syscall(SYS_ioctl, pagemap, SCAN, s);
}

/* Writing marks the pages again, so they are protected after it. */
static bool put_region_back(const struct page_region *r, char *at, const char *copy)
{
	size_t size = r->end - r->start;

	memcpy((char *)r->start, copy + (r->start - (uintptr_t)at), size);
	return protect((char *)r->start, size);
}

/* Copies back what was written to. How many bytes that were; -1: the kernel cannot tell. */
static long put_written_back(char *at, const char *copy, size_t size)
{
	struct page_region regions[REGIONS];
	uint64_t written = 0, end = (uintptr_t)at + size;

	for (uint64_t from = (uintptr_t)at; from < end;) {
		struct scan s = {.start = from, .end = end};
		long n = scan(&s, regions);

		if (n < 0)
			return -1;
		for (long i = 0; i < n; i++) {
			if (!put_region_back(&regions[i], at, copy))
				return -1;
			written += regions[i].end - regions[i].start;
		}
		from = s.walk_end;
	}
	return (long)written;
}

/* The whole pages of it. */
static struct hd_kept pages_of(const struct hd_kept *k)
{
	size_t skip = (size_t) - (uintptr_t)k->at % HD_PAGE;

	return (struct hd_kept){.at = k->at + skip,
				.copy = k->copy + skip,
				.size = k->size < skip ? 0 : (k->size - skip) & ~(HD_PAGE - 1)};
}

void hd_kept_watch(struct hd_kept *k)
{
	struct hd_kept pages = pages_of(k);
	struct uffdio_register r = {.range = {(uintptr_t)pages.at, pages.size},
				    .mode = UFFDIO_REGISTER_MODE_WP};

	if (faults >= 0 && k->copy && pages.size >= LEAST)
		k->watched = ask(faults, UFFDIO_REGISTER, &r) && protect(pages.at, pages.size);
}

static void unwatch(struct hd_kept *k)
{
	struct hd_kept pages = pages_of(k);
	struct uffdio_range r = {(uintptr_t)pages.at, pages.size};

	(void)ask(faults, UFFDIO_UNREGISTER, &r);
	k->watched = false;
}

static bool put_pages_back(struct hd_kept *k)
{
	struct hd_kept pages = pages_of(k);
	size_t before = (size_t)(pages.at - k->at), after = before + pages.size;
	long written = put_written_back(pages.at, pages.copy, pages.size);

	if (written < 0)
		return false;
	memcpy(k->at, k->copy, before);
	memcpy(k->at + after, k->copy + after, k->size - after);
	k->many = (size_t)written > pages.size / 100 * MUCH ? k->many + 1 : 0;
	return k->many < MANY;
}

void hd_kept_put_back(struct hd_kept *k)
{
	if (k->watched && put_pages_back(k))
		return;
	if (k->watched)
		unwatch(k);
	memcpy(k->at, k->copy, k->size);
}
