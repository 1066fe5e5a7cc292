/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/traps/raw_scan.h"

#include <link.h>
#include <string.h>
#include <sys/auxv.h>

#include "runtime/access/string_real.h"
#include "runtime/arch/instructions.h"
#include "runtime/common/caller.h"

#define PATH_KEPT 256

static struct {
	uintptr_t libc_lo, libc_hi; /* code */
	uintptr_t loader_lo, loader_hi, vdso_lo, vdso_hi;
	unsigned long long loads; /* modules ever loaded, when we looked */
	char culprit[PATH_KEPT];
} scan;

/* Their code is known to have none: what looks like it is part of a number. */
static const char *const innocent[] = {"libm.so.6", "libgcc_s.so.1", "libstdc++.so.6"};

static bool is_innocent(const char *name)
{
	for (unsigned i = 0; i < sizeof innocent / sizeof *innocent; i++)
		if (!strcmp(name, innocent[i]))
			return true;
	return false;
}

static bool code_of(const struct dl_phdr_info *info, unsigned i, uintptr_t *lo, uintptr_t *hi)
{
	const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

	*lo = info->dlpi_addr + ph->p_vaddr;
	*hi = *lo + ph->p_memsz;
	return ph->p_type == PT_LOAD && ph->p_flags & PF_X;
}

/* What the name says, or the address: true if there is nothing to look for. */
static bool sort_out(const char *name, uintptr_t lo, uintptr_t hi)
{
	uintptr_t vdso = getauxval(AT_SYSINFO_EHDR), loader = getauxval(AT_BASE);

	if (!strcmp(name, "libc.so.6")) {
		scan.libc_lo = lo;
		scan.libc_hi = hi;
		return true;
	}
	if (vdso && lo >= vdso && lo - vdso < 4096) {
		scan.vdso_lo = lo;
		scan.vdso_hi = hi;
		return true;
	}
	if (loader && !strncmp(name, "ld-linux", 8)) {
		scan.loader_lo = lo;
		scan.loader_hi = hi;
		return true;
	}
	return is_innocent(name) || hd_by_runtime(lo);
}

static int scan_module(struct dl_phdr_info *info, size_t size, void *found)
{
	const char *path = info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "the program itself";
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	uintptr_t lo, hi;

	(void)size;
	if (info->dlpi_adds == scan.loads)
		return 1; /* nothing new since */
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		if (!code_of(info, i, &lo, &hi) || sort_out(name, lo, hi) ||
		    !hd_code_enters_kernel((const unsigned char *)lo, hi - lo))
			continue;
		*(bool *)found = true;
		if (!*scan.culprit)
			strncpy(scan.culprit, path, sizeof scan.culprit - 1);
	}
	return 0;
}

static int count_loads(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size;
	(void)unused;
	scan.loads = info->dlpi_adds;
	return 1;
}

bool hd_raw_scan(void)
{
	bool found = false;

	dl_iterate_phdr(scan_module, &found);
	dl_iterate_phdr(count_loads, NULL);
	return found;
}

void hd_raw_libc(uintptr_t *lo, uintptr_t *hi)
{
	*lo = scan.libc_lo;
	*hi = scan.libc_hi;
}

const char *hd_raw_culprit(void)
{
	return *scan.culprit ? scan.culprit : NULL;
}

static bool is_within_code(uintptr_t pc, uintptr_t lo, uintptr_t hi)
{
	return pc > lo && pc <= hi;
}

bool hd_raw_by_libc(uintptr_t pc)
{
	return is_within_code(pc, scan.libc_lo, scan.libc_hi);
}

bool hd_raw_by_system(uintptr_t pc)
{
	return is_within_code(pc, scan.loader_lo, scan.loader_hi) ||
	       is_within_code(pc, scan.vdso_lo, scan.vdso_hi);
}
