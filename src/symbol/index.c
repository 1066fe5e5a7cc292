/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/index.h"

#include <dwarf.h>
#include <stdlib.h>

#include "base/fail.h"
#include "symbol/frame.h"
#include "symbol/type.h"

#define MAX_DEPTH 64 /* of nested scopes; more means damaged debug information */

static void add_entity(struct hd_entities *e, Dwarf_Addr lo, Dwarf_Addr hi, const Dwarf_Die *die)
{
	if (!lo || lo >= hi) /* the linker dropped it */
		return;
	e->list = hd_grow(e->list, &e->cap, e->n + 1, sizeof *e->list);
	e->list[e->n++] = (struct hd_entity){lo, hi, *die};
}

static void index_add_function(struct hd_symbol_module *m, Dwarf_Die *die)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0)
		add_entity(&m->functions, lo, hi, die);
}

/* A constant and an operation that finds this thread's copy. */
static bool is_thread_local(const Dwarf_Op *op, size_t nops)
{
	return nops == 2 && (op[0].atom == DW_OP_const8u || op[0].atom == DW_OP_const4u) &&
	       (op[1].atom == DW_OP_GNU_push_tls_address || op[1].atom == DW_OP_form_tls_address);
}

static bool static_address(Dwarf_Die *variable, Dwarf_Addr *addr)
{
	Dwarf_Attribute attr, indirect;
	Dwarf_Op *op;
	size_t nops;

	if (!dwarf_attr(variable, DW_AT_location, &attr) || dwarf_getlocation(&attr, &op, &nops) != 0 ||
	    nops == 0)
		return false;
	if (is_thread_local(op, nops)) {
		*addr = HD_SYMBOLS_TLS + op[0].number;
		return true;
	}
	if (op[0].atom == DW_OP_addr)
		*addr = op[0].number;
	else if ((op[0].atom != DW_OP_addrx && op[0].atom != DW_OP_GNU_addr_index) ||
		 dwarf_getlocation_attr(&attr, &op[0], &indirect) != 0 ||
		 dwarf_formaddr(&indirect, addr) != 0)
		return false;
	if (nops == 2 && op[1].atom == DW_OP_plus_uconst) {
		*addr += op[1].number;
		return true;
	}
	return nops == 1;
}

static void index_add_variable(struct hd_symbol_module *m, Dwarf_Die *die)
{
	Dwarf_Addr addr;
	Dwarf_Die type;
	uint64_t size;

	if (!static_address(die, &addr))
		return;
	size = hd_type_of(die, &type) ? hd_type_size(&type) : 0;
	add_entity(&m->variables, addr, addr + (size ? size : 1), die);
}

static void add_scope(struct hd_symbol_module *m, const Dwarf_Die *die, const Dwarf_Die *parent)
{
	m->scopes = hd_grow(m->scopes, &m->scopes_cap, m->nscopes + 1, sizeof *m->scopes);
	m->scopes[m->nscopes++] = (struct hd_scope){die->addr, *parent};
}

static void add_entities_below(struct hd_symbol_module *m, Dwarf_Die *parent, int depth)
{
	Dwarf_Die die;

	if (depth > MAX_DEPTH || dwarf_child(parent, &die) != 0)
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_variable:
			add_scope(m, &die, parent);
			index_add_variable(m, &die);
			break;
		case DW_TAG_subprogram:
			add_scope(m, &die, parent);
			index_add_function(m, &die);
			add_entities_below(m, &die, depth + 1);
			break;
		case DW_TAG_namespace:
		case DW_TAG_lexical_block:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
			add_scope(m, &die, parent);
			add_entities_below(m, &die, depth + 1);
			break;
		default:
			break;
		}
	} while (dwarf_siblingof(&die, &die) == 0);
}

static void add_unit(struct hd_symbol_module *m, Dwarf_Die *unit, Dwarf_Die *line_unit)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(line_unit, at, &base, &lo, &hi)) > 0) {
		if (lo >= hi)
			continue;
		m->units = hd_grow(m->units, &m->units_cap, m->nunits + 1, sizeof *m->units);
		m->units[m->nunits++] = (struct hd_unit){lo, hi, *line_unit, *unit};
	}
	add_entities_below(m, unit, 0);
}

static int compare_units(const void *a, const void *b)
{
	const struct hd_unit *x = a, *y = b;

	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static int compare_entities(const void *a, const void *b)
{
	const struct hd_entity *x = a, *y = b;

	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

static int compare_scopes(const void *a, const void *b)
{
	const char *x = ((const struct hd_scope *)a)->die, *y = ((const struct hd_scope *)b)->die;

	return x < y ? -1 : x > y;
}

static void sort_entities(struct hd_entities *e)
{
	if (e->n)
		qsort(e->list, e->n, sizeof *e->list, compare_entities);
}

void hd_module_index(struct hd_symbol_module *m)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die unit, split;
	uint8_t type;

	while (dwarf_get_units(m->dwarf, cu, &cu, NULL, &type, &unit, &split) == 0) {
		bool is_split = type == DW_UT_skeleton && dwarf_tag(&split) == DW_TAG_compile_unit;

		if (type != DW_UT_type)
			add_unit(m, is_split ? &split : &unit, &unit);
	}
	if (m->nunits)
		qsort(m->units, m->nunits, sizeof *m->units, compare_units);
	if (m->nscopes)
		qsort(m->scopes, m->nscopes, sizeof *m->scopes, compare_scopes);
	sort_entities(&m->functions);
	sort_entities(&m->variables);
}

struct hd_unit *hd_unit_at(struct hd_symbol_module *m, Dwarf_Addr addr)
{
	size_t lo = 0, hi = m->nunits;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (m->units[mid].lo <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo && addr < m->units[lo - 1].hi ? &m->units[lo - 1] : NULL;
}

struct hd_entity *hd_entity_at(const struct hd_entities *e, Dwarf_Addr addr)
{
	size_t lo = 0, hi = e->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (e->list[mid].lo <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo && addr < e->list[lo - 1].hi ? &e->list[lo - 1] : NULL;
}

const Dwarf_Die *hd_parent_of(const struct hd_symbol_module *m, const Dwarf_Die *die)
{
	const struct hd_scope key = {.die = die->addr}, *found = NULL;

	if (m->nscopes)
		found = bsearch(&key, m->scopes, m->nscopes, sizeof key, compare_scopes);
	return found ? &found->parent : NULL;
}
