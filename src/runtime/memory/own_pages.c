/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/own_pages.h"

#include <fcntl.h>
#include <link.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/arch/addresses.h"
#include "runtime/arch/memory.h"
#include "runtime/common/rt.h"

#define THERE (3ULL << 62) /* in an entry of the kernel's map of pages: in memory, or swapped out */
#define BATCH 512	   /* entries read at once */

struct range {
	uintptr_t lo, hi; /* whole pages */
};

/* The pages that are there, as far as they were looked at: numbered through both ranges. In memory that no
 * image holds, because the kernel alone knows the truth about now. */
struct look {
	bool known;
	long faults; /* of this process when it was looked: without a fault no page has come */
	struct hd_own_pages there;
	struct range ranges[2];
	size_t npages;
};
static struct look *now;

static size_t pages_of(const struct range *r)
{
	return (r->hi - r->lo) / HD_PAGE;
}

/* The part of the runtime's own module that can be written to: the loader has made the rest read-only. */
static int find_variables(struct dl_phdr_info *info, size_t size, void *data)
{
	struct range *out = data;
	uintptr_t self = (uintptr_t)&hd_rt, lo = 0, hi = 0, fixed = 0;

	(void)size;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
		uintptr_t at = info->dlpi_addr + ph->p_vaddr;

		if (ph->p_type == PT_LOAD && self >= at && self < at + ph->p_memsz) {
			lo = at;
			hi = at + ph->p_memsz;
		}
		if (ph->p_type == PT_GNU_RELRO)
			fixed = at + ph->p_memsz;
	}
	if (!hi)
		return 0;
	lo = fixed > lo && fixed < hi ? fixed : lo;
	out->lo = lo & ~(HD_PAGE - 1);
	if (fixed > out->lo)
		out->lo += HD_PAGE;
	out->hi = (hi + HD_PAGE - 1) & ~(HD_PAGE - 1);
	return 1;
}

static void prepare_look(void)
{
	size_t reserved;

	now = hd_keep_alloc(sizeof *now);
	dl_iterate_phdr(find_variables, &now->ranges[0]);
	now->ranges[1].lo = (uintptr_t)hd_own_memory(&reserved);
}

/* Read which pages of one range are there, from bit `first` on. */
static bool read_range(int fd, const struct range *r, size_t first)
{
	uint64_t entries[BATCH];
	size_t n = pages_of(r);

	for (size_t at = 0; at < n; at += BATCH) {
		size_t some = n - at < BATCH ? n - at : BATCH;
		long got = hd_syscall(SYS_pread64, fd, entries, some * sizeof *entries,
				      (r->lo / HD_PAGE + at) * sizeof *entries);

		if (got != (long)(some * sizeof *entries))
			return false;
		for (size_t i = 0; i < some; i++)
			if (entries[i] & THERE)
				now->there.bits[(first + at + i) / 64] |= 1ULL << (first + at + i) % 64;
	}
	return true;
}

static bool read_all(void)
{
	int fd = (int)hd_syscall(SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	bool read;

	if (fd < 0)
		return false;
	hd_fill(&now->there, 0, sizeof now->there);
	read =
	    read_range(fd, &now->ranges[0], 0) && read_range(fd, &now->ranges[1], pages_of(&now->ranges[0]));
	hd_syscall(SYS_close, fd);
	return read;
}

static long count_faults(void)
{
	struct rusage usage = {0};

	hd_syscall(SYS_getrusage, RUSAGE_THREAD, &usage);
	return usage.ru_minflt + usage.ru_majflt;
}

/* Bring *now up to date. */
static bool look_at_pages(void)
{
	uintptr_t end;

	if (!now)
		prepare_look();
	end = now->ranges[1].lo + ((hd_own_used() + HD_PAGE - 1) & ~(HD_PAGE - 1));
	if (end > now->ranges[1].hi) { /* it never shrinks: what was in use once may hold something */
		now->ranges[1].hi = end;
		now->known = false;
	}
	now->npages = pages_of(&now->ranges[0]) + pages_of(&now->ranges[1]);
	if (now->npages > HD_OWN_PAGES_MAX)
		return false;
	if (now->known && now->faults == count_faults())
		return true;
	now->faults = count_faults(); /* first: a fault during the look is seen by the next one */
	now->known = read_all();
	return now->known;
}

static char *address_of(size_t page)
{
	size_t first = pages_of(&now->ranges[0]);

	return page < first ? (char *)now->ranges[0].lo + page * HD_PAGE
			    : (char *)now->ranges[1].lo + (page - first) * HD_PAGE;
}

static bool has_page(const struct hd_own_pages *pages, size_t i)
{
	return pages->bits[i / 64] >> i % 64 & 1;
}

void hd_own_pages_look_anew(void)
{
	if (now)
		now->known = false;
}

/* Pages that lie one after the other are one piece. */
bool hd_own_pages_add(struct hd_image *image, struct hd_own_pages *pages)
{
	if (!look_at_pages())
		return false;
	*pages = now->there;
	for (size_t i = 0, end; i < now->npages; i = end) {
		bool there = has_page(pages, i);
		size_t border = pages_of(&now->ranges[0]);

		for (end = i + 1; end < now->npages && end != border && has_page(pages, end) == there;)
			end++;
		if (there)
			hd_image_add(image, address_of(i), (end - i) * HD_PAGE);
	}
	return true;
}

bool hd_own_pages_clear_others(const struct hd_own_pages *pages)
{
	if (!look_at_pages())
		return false;
	for (size_t i = 0; i < HD_OWN_PAGES_MAX / 64; i++) {
		uint64_t others = now->there.bits[i] & ~pages->bits[i];

		for (; others; others &= others - 1)
			hd_fill(address_of(i * 64 + (size_t)__builtin_ctzll(others)), 0, HD_PAGE);
	}
	return true;
}
