/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/cxx_library.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

#include "runtime/common/real.h"
#include "runtime/common/rt.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const library_names[] = {"libstdc++.so", "libc++.so", "libc++abi.so"};
/* The standard streams of libstdc++ and of libc++. */
static const char *const stream_names[] = {
    "_ZSt3cin",	       "_ZSt4cout",	   "_ZSt4cerr",	       "_ZSt4clog",
    "_ZSt4wcin",       "_ZSt5wcout",	   "_ZSt5wcerr",       "_ZSt5wclog",
    "_ZNSt3__13cinE",  "_ZNSt3__14coutE",  "_ZNSt3__14cerrE",  "_ZNSt3__14clogE",
    "_ZNSt3__14wcinE", "_ZNSt3__15wcoutE", "_ZNSt3__15wcerrE", "_ZNSt3__15wclogE",
};
static const char *const classic_names[] = {"_ZNSt6locale7classicEv", "_ZNSt3__16locale7classicEv"};

struct hd_bounds hd_cxx_streams, hd_cxx_libraries;
static struct hd_bounds streams[COUNT(stream_names)], libraries[COUNT(library_names)];
static bool separate, separate_before_main; /* the streams are no longer synchronised with stdio */
static const void *classic[COUNT(classic_names)];

static bool within(struct hd_bounds b, uintptr_t addr)
{
	return addr - b.lo < b.size;
}

static struct hd_bounds hull(struct hd_bounds a, struct hd_bounds b)
{
	uintptr_t lo = a.lo < b.lo ? a.lo : b.lo;
	uintptr_t hi = a.lo + a.size > b.lo + b.size ? a.lo + a.size : b.lo + b.size;

	if (!a.size || !b.size)
		return a.size ? a : b;
	return (struct hd_bounds){lo, hi - lo};
}

/* ---- streams ---- */

static struct hd_bounds find_stream(const char *name)
{
	void *at = dlsym(RTLD_DEFAULT, name);
	const ElfW(Sym) *symbol = NULL;
	Dl_info info;

	if (!at || !dladdr1(at, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol)
		return (struct hd_bounds){0};
	return (struct hd_bounds){(uintptr_t)at, symbol->st_size};
}

static void look_for_streams(void)
{
	hd_cxx_streams = (struct hd_bounds){0};
	for (unsigned i = 0; i < COUNT(stream_names); i++) {
		streams[i] = find_stream(stream_names[i]);
		hd_cxx_streams = hull(hd_cxx_streams, streams[i]);
	}
}

/* std::ios_base::sync_with_stdio(bool) of libstdc++, which never goes back to true; libc++'s changes nothing.
 */
#define SYNCHRONISE "_ZNSt8ios_base15sync_with_stdioEb"
HD_EXPORT bool own_cxx_synchronise(bool on) __asm__(SYNCHRONISE);

bool own_cxx_synchronise(bool on)
{
	bool (*next)(bool on) = (bool (*)(bool))hd_real_symbol(SYNCHRONISE);

	if (!on)
		separate = true;
	if (!on && !hd_active())
		separate_before_main = true;
	return next(on);
}

void hd_cxx_library_run_begin(void)
{
	separate = separate_before_main;
}

/* ---- libraries ---- */

static struct hd_bounds data_of(const struct dl_phdr_info *module)
{
	struct hd_bounds all = {0};

	for (unsigned i = 0; i < module->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &module->dlpi_phdr[i];

		if (p->p_type == PT_LOAD && p->p_flags & PF_W)
			all = hull(all, (struct hd_bounds){module->dlpi_addr + p->p_vaddr, p->p_memsz});
	}
	return all;
}

static int look_at_module(struct dl_phdr_info *module, size_t size, void *data)
{
	const char *slash = strrchr(module->dlpi_name, '/'), *name = slash ? slash + 1 : module->dlpi_name;

	(void)size;
	(void)data;
	for (unsigned i = 0; i < COUNT(library_names); i++) {
		if (strncmp(name, library_names[i], strlen(library_names[i])) != 0)
			continue;
		libraries[i] = data_of(module);
		hd_cxx_libraries = hull(hd_cxx_libraries, libraries[i]);
	}
	return 0;
}

bool hd_cxx_library_has_slow(uintptr_t addr)
{
	for (unsigned i = 0; i < COUNT(streams); i++)
		if (within(streams[i], addr))
			return !separate;
	for (unsigned i = 0; i < COUNT(libraries); i++)
		if (within(libraries[i], addr))
			return true;
	return false;
}

/* ---- locales ---- */

/* A locale consists of a pointer. To ask for the classic one may be a step of a run: not in a run. */
static void look_for_classic(void)
{
	for (unsigned i = 0; i < COUNT(classic_names) && !hd_active(); i++) {
		const void *const *(*find)(void) =
		    (const void *const *(*)(void))dlsym(RTLD_DEFAULT, classic_names[i]);

		if (find)
			classic[i] = *find();
	}
}

bool hd_cxx_is_classic(const void *counted)
{
	for (unsigned i = 0; i < COUNT(classic); i++)
		if (classic[i] == counted)
			return true;
	return false;
}

void hd_cxx_library_look(void)
{
	look_for_streams();
	hd_cxx_libraries = (struct hd_bounds){0};
	memset(libraries, 0, sizeof libraries);
	dl_iterate_phdr(look_at_module, NULL);
	look_for_classic();
}
