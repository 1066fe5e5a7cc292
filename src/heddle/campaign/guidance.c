/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/guidance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/static/guide_make.h"
#include "heddle/workers/family.h"
#include "model/static/bitcode.h"
#include "strategy/strategy.h"
#include "strategy/systematic/value_guide.h"
#include "symbol/elf.h"
#include "wire/wire_check.h"

/* A search that is over before that does not share its processor with the analysis: half of what workers do
 * before they wait for it (strategy/systematic/value_guide.h). */
#define BEGIN_RUNS  (HD_GUIDE_AFTER_RUNS / 2)
#define BEGIN_STEPS (HD_GUIDE_AFTER_STEPS / 2)
#define LOOK_AGAIN  0.004 /* seconds */
/* The analysis of more takes longer than a worker should wait, and finds more places than a guide holds. */
#define MOST_BITCODE (2u << 20)

static size_t bitcode_size(const struct hd_guidance *g)
{
	return hd_elf_section_size(g->program, HD_BITCODE_SECTION);
}

static bool request_of(const struct hd_guidance *g, bool flow, struct hd_analyser_request *request)
{
	*request = (struct hd_analyser_request){.flow = flow};
	return hd_analyser_add_program(request, g->program);
}

static void set_state(struct hd_guidance *g, enum hd_guide_state state)
{
	atomic_store_explicit(&g->wire->guide_state, state, memory_order_release);
	g->awaited = state == HD_GUIDE_COMES;
}

void hd_guidance_init(struct hd_guidance *g)
{
	if (hd_strategy_at(g->wire->options.strategy)->orders)
		set_state(g, HD_GUIDE_COMES);
}

static bool can_be_analysed(const struct hd_guidance *g)
{
	size_t size = bitcode_size(g);

	return size && size <= MOST_BITCODE && hd_analyser_is_there();
}

static bool start(struct hd_guidance *g)
{
	struct hd_analyser_request request;

	if (!request_of(g, true, &request) || hd_analysis_start(&g->analysis, &request))
		return false;
	hd_family_add(g->analysis.child);
	return true;
}

/* The module of the wire that is the program; UINT32_MAX: no worker has said so yet. */
static uint32_t module_of_program(const struct hd_guidance *g)
{
	const struct hd_wire *wire = g->wire;
	char *path = realpath(g->program, NULL);
	uint32_t i = 0, n = path ? hd_wire_modules(wire) : 0;

	while (i < n && strncmp(wire->modules[i].path, path, HD_PATH_MAX - 1) != 0)
		i++;
	free(path);
	return i < n ? i : UINT32_MAX;
}

/* It is made in memory that the program under test cannot write to. */
static void hand_over(struct hd_guidance *g)
{
	struct hd_guide *guide = hd_new(1, sizeof *guide);
	bool made;

	guide->module = module_of_program(g);
	made = guide->module != UINT32_MAX && hd_guide_make(guide, &g->pairs, g->symbols, g->program);
	if (made)
		memcpy(&g->wire->guide, guide, sizeof *guide);
	free(guide);
	set_state(g, made ? HD_GUIDE_THERE : HD_GUIDE_NONE);
}

static void finish(struct hd_guidance *g)
{
	pid_t child = g->analysis.child;

	g->there = !hd_analysis_finish(&g->analysis, &g->pairs);
	hd_family_remove(child);
}

void hd_guidance_stop(struct hd_guidance *g)
{
	pid_t child = g->analysis.child;

	if (!child)
		return;
	hd_analysis_stop(&g->analysis);
	hd_family_remove(child);
}

/* The state of the workers says that nothing comes. */
static double give_up(struct hd_guidance *g)
{
	set_state(g, HD_GUIDE_NONE);
	return INFINITY;
}

double hd_guidance_look(struct hd_guidance *g, uint64_t runs, uint64_t steps)
{
	if (!g->awaited)
		return INFINITY;
	if (runs < BEGIN_RUNS && steps < BEGIN_STEPS)
		return LOOK_AGAIN;
	if (!g->analysis.child && (!can_be_analysed(g) || !start(g)))
		return give_up(g);
	if (!hd_analysis_is_over(&g->analysis))
		return LOOK_AGAIN;
	finish(g);
	if (!g->there)
		return give_up(g);
	hand_over(g);
	return INFINITY;
}

const struct hd_pairs *hd_guidance_pairs(struct hd_guidance *g)
{
	struct hd_analyser_request request;

	if (!g->there && g->analysis.child)
		finish(g);
	else if (!g->there && bitcode_size(g) && request_of(g, false, &request))
		g->there = !hd_analyse(&request, &g->pairs);
	return g->there ? &g->pairs : NULL;
}

void hd_guidance_term(struct hd_guidance *g)
{
	hd_guidance_stop(g);
	if (g->there)
		hd_pairs_term(&g->pairs);
}
