/* SPDX-License-Identifier: Apache-2.0
 *
 * Looking things up in a layout. It lies in memory that the program under test can write to: indices are
 * checked. */
#include "model/sets/layout.h"

#include <stddef.h>

/* The last of n things, from 1 on, that begins at or before (module, offset); 0: none does. */
#define LAST_BEFORE(list, n, m, off)                                                                         \
	({                                                                                                   \
		uint32_t lo_ = 1, hi_ = (n) + 1;                                                             \
		while (lo_ < hi_) {                                                                          \
			uint32_t mid_ = lo_ + (hi_ - lo_) / 2;                                               \
			if ((list)[mid_].module < (m) ||                                                     \
			    ((list)[mid_].module == (m) && (list)[mid_].lo <= (off)))                        \
				lo_ = mid_ + 1;                                                              \
			else                                                                                 \
				hi_ = mid_;                                                                  \
		}                                                                                            \
		lo_ - 1;                                                                                     \
	})

uint32_t hd_layout_function_at(const struct hd_layout *l, unsigned module, uint64_t offset)
{
	uint32_t n = l->nfunctions < HD_LAYOUT_FUNCTIONS ? l->nfunctions : HD_LAYOUT_FUNCTIONS - 1;
	uint32_t i = LAST_BEFORE(l->functions, n, module, offset);

	return i && l->functions[i].module == module && offset < l->functions[i].hi ? i : 0;
}

uint32_t hd_layout_variable_at(const struct hd_layout *l, unsigned module, uint64_t offset)
{
	uint32_t n = l->nvariables < HD_LAYOUT_VARIABLES ? l->nvariables : HD_LAYOUT_VARIABLES - 1;
	uint32_t i = LAST_BEFORE(l->variables, n, module, offset);

	return i && l->variables[i].module == module && offset - l->variables[i].lo < l->variables[i].size
		   ? i
		   : 0;
}

const struct hd_layout_field *hd_layout_field_at(const struct hd_layout *l, uint32_t type, uint64_t offset)
{
	uint32_t lo, hi;
	const struct hd_layout_field *f;

	if (!type || type >= HD_LAYOUT_TYPES)
		return NULL;
	lo = l->types[type].first_field;
	hi = lo + l->types[type].nfields;
	if (lo > HD_LAYOUT_FIELDS || hi > HD_LAYOUT_FIELDS || hi < lo)
		return NULL;
	uint32_t first = lo;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (l->fields[mid].offset <= offset)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == first)
		return NULL;
	f = &l->fields[lo - 1];
	return offset - f->offset < (uint64_t)f->size * f->count ? f : NULL;
}

/* The refs [first, first + n) are there. */
static bool refs_fit(uint32_t first, uint32_t n)
{
	return first <= HD_LAYOUT_REFS && n <= HD_LAYOUT_REFS - first;
}

bool hd_layout_takes(const struct hd_layout *l, uint32_t function, uint32_t type)
{
	const struct hd_layout_function *f = &l->functions[function % HD_LAYOUT_FUNCTIONS];

	if (!type || !refs_fit(f->first_ref, f->nparams))
		return false;
	for (uint32_t i = 0; i < f->nparams; i++)
		if (l->refs[f->first_ref + i] == type)
			return true;
	return false;
}

uint32_t hd_layout_type_for(const struct hd_layout *l, uint32_t function, uint64_t size, bool exactly)
{
	const struct hd_layout_function *f = &l->functions[function % HD_LAYOUT_FUNCTIONS];

	if (!function || !refs_fit(f->first_ref, f->nrefs))
		return 0;
	/* What it returns and its own variables tell more than what it was given: those come last. */
	for (uint32_t k = 0; k < f->nrefs; k++) {
		uint32_t i = (k + f->nparams) % f->nrefs, type = l->refs[f->first_ref + i];
		uint32_t unit = type < HD_LAYOUT_TYPES ? l->types[type].size : 0;

		/* Blocks are not made of empty classes, such as allocators. */
		if (unit && l->types[type].nfields &&
		    (exactly ? size == unit : size >= unit && size % unit == 0))
			return type;
	}
	return 0;
}
