/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cxx_streams.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

/* libstdc++'s and libc++'s. */
static const char *const names[] = {
    "_ZSt3cin",	       "_ZSt4cout",	   "_ZSt4cerr",	       "_ZSt4clog",
    "_ZSt4wcin",       "_ZSt5wcout",	   "_ZSt5wcerr",       "_ZSt5wclog",
    "_ZNSt3__13cinE",  "_ZNSt3__14coutE",  "_ZNSt3__14cerrE",  "_ZNSt3__14clogE",
    "_ZNSt3__14wcinE", "_ZNSt3__15wcoutE", "_ZNSt3__15wcerrE", "_ZNSt3__15wclogE",
};

#define COUNT (sizeof names / sizeof *names)

static struct stream {
	uintptr_t lo, hi;
} streams[COUNT];
uintptr_t hd_cxx_streams_lo, hd_cxx_streams_hi;
static const volatile bool *synchronised; /* libstdc++'s own variable; libc++ always is */

static struct stream find(const char *name)
{
	void *at = dlsym(RTLD_DEFAULT, name);
	const ElfW(Sym) *symbol = NULL;
	Dl_info info;

	if (!at || !dladdr1(at, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol)
		return (struct stream){0};
	return (struct stream){(uintptr_t)at, (uintptr_t)at + symbol->st_size};
}

void hd_cxx_streams_look(void)
{
	synchronised = dlsym(RTLD_DEFAULT, "_ZNSt8ios_base4Init20_S_synced_with_stdioE");
	hd_cxx_streams_lo = UINTPTR_MAX;
	hd_cxx_streams_hi = 0;
	for (unsigned i = 0; i < COUNT; i++) {
		streams[i] = find(names[i]);
		if (!streams[i].lo)
			continue;
		if (streams[i].lo < hd_cxx_streams_lo)
			hd_cxx_streams_lo = streams[i].lo;
		if (streams[i].hi > hd_cxx_streams_hi)
			hd_cxx_streams_hi = streams[i].hi;
	}
	if (!hd_cxx_streams_hi)
		hd_cxx_streams_lo = 0;
}

bool hd_cxx_streams_has_slow(uintptr_t addr)
{
	if (synchronised && !*synchronised)
		return false;
	for (unsigned i = 0; i < COUNT; i++)
		if (addr >= streams[i].lo && addr < streams[i].hi)
			return true;
	return false;
}
