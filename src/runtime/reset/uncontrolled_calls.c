/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/reset/uncontrolled_calls.h"

#include <string.h>

#include "runtime/common/caller.h"
#include "runtime/common/full.h"
#include "runtime/common/rt.h"
#include "runtime/common/search_gap.h"
#include "runtime/engine/sched.h"

/* Whether it is in the table; other workers may be adding to it. */
static struct hd_wire_source *find_source(enum hd_source source, uint32_t site, uint32_t n)
{
	struct hd_wire_source *all = hd_rt.wire->sources;

	for (uint32_t i = 0; i < n; i++)
		if (all[i].site == site && all[i].source == source)
			return &all[i];
	return NULL;
}

bool hd_from_program(uintptr_t pc)
{
	return hd_active() && (!hd_by_runtime(pc) || hd_by_syscall(pc));
}

static void note_source(enum hd_source source, uint32_t site, const char *call, const char *about)
{
	uint32_t n = atomic_load_explicit(&hd_rt.wire->nsources, memory_order_acquire);
	struct hd_wire_source *at = find_source(source, site, n < HD_MAX_SOURCES ? n : HD_MAX_SOURCES);

	if (hd_source_weight[source]) /* a file that is only read is as it was, nearly always */
		hd_gap(HD_GAP_BIT(SOURCE));
	if (at || hd_is_full(HD_FULL_SOURCES, n))
		return;
	n = atomic_fetch_add(&hd_rt.wire->nsources, 1);
	if (hd_is_full(HD_FULL_SOURCES, n))
		return;
	at = &hd_rt.wire->sources[n];
	at->source = source;
	at->site = site;
	hd_format(at->what, sizeof at->what, about ? "%s(%s)" : "%s()", call, about ? about : "");
}

void hd_source_note(enum hd_source source, uintptr_t pc, const char *call, const char *about)
{
	if (hd_from_program(pc))
		note_source(source, hd_site_of(pc), call, about);
}

void hd_source_at(enum hd_source source, uint32_t site, const char *call)
{
	note_source(source, site, call, NULL);
}

static bool is_below(const char *path, const char *folder)
{
	return !strncmp(path, folder, strlen(folder));
}

void hd_source_path(const char *path, uintptr_t pc, const char *call)
{
	if (!path || !hd_from_program(pc))
		return;
	if (is_below(path, "/proc/") || is_below(path, "/sys/"))
		note_source(HD_SOURCE_PROC, hd_site_of(pc), call, path);
	else if (!is_below(path, "/dev/"))
		note_source(HD_SOURCE_FILE, hd_site_of(pc), call, path);
}
