/* SPDX-License-Identifier: Apache-2.0 */
#include "static/facts/ranges.h"

#include <string.h>

#include "base/fail.h"

/* Structures with more arrays are rare, and looking through them all takes time. */
#define MOST_RANGES 16
#define EVERYTHING  ((struct hd_range){-HD_FAR_AWAY, HD_FAR_AWAY, 0})

static uint64_t divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static bool is_in(const struct hd_range *r, int64_t offset)
{
	return offset >= r->lo && offset < r->hi;
}

static bool is_everything(const struct hd_range *r)
{
	return r->lo == -HD_FAR_AWAY;
}

/* Ranges are kept from the outermost to the innermost, so one pass is enough. */
int64_t hd_range_settle(const struct hd_node *n, int64_t offset)
{
	for (size_t i = 0; i < n->nranges; i++) {
		const struct hd_range *r = &n->ranges[i];
		int64_t stride = (int64_t)r->stride, base = is_everything(r) ? 0 : r->lo, rest;

		if (!is_in(r, offset))
			continue;
		rest = (offset - base) % stride;
		offset = base + (rest < 0 ? rest + stride : rest);
	}
	return offset;
}

/* Larger ones first. */
static bool goes_before(const struct hd_range *a, const struct hd_range *b)
{
	bool a_far = a->hi == HD_FAR_AWAY, b_far = b->hi == HD_FAR_AWAY;

	if (is_everything(a) || is_everything(b))
		return is_everything(a);
	if (a_far || b_far)
		return a_far && (!b_far || a->lo < b->lo);
	return a->hi - a->lo > b->hi - b->lo;
}

static bool apart(const struct hd_range *a, const struct hd_range *b)
{
	return a->hi <= b->lo || b->hi <= a->lo;
}

/* The whole of b lies in the first element of a. */
static bool is_inside(const struct hd_range *b, const struct hd_range *a)
{
	int64_t base = is_everything(a) ? 0 : a->lo;

	return b->lo >= base && b->hi <= base + (int64_t)a->stride && b->stride < a->stride;
}

static struct hd_range hull(const struct hd_range *a, const struct hd_range *b)
{
	return (struct hd_range){a->lo < b->lo ? a->lo : b->lo, a->hi > b->hi ? a->hi : b->hi,
				 divisor(a->stride, b->stride)};
}

static void insert_range(struct hd_node *n, struct hd_range range)
{
	size_t at = 0;

	while (at < n->nranges && !goes_before(&range, &n->ranges[at]))
		at++;
	n->ranges = hd_grow(n->ranges, &n->ranges_cap, n->nranges + 1, sizeof *n->ranges);
	memmove(n->ranges + at + 1, n->ranges + at, (n->nranges - at) * sizeof *n->ranges);
	n->ranges[at] = range;
	n->nranges++;
}

static void remove_range(struct hd_node *n, size_t at)
{
	n->nranges--;
	memmove(n->ranges + at, n->ranges + at + 1, (n->nranges - at) * sizeof *n->ranges);
}

/* An array in an element of a larger one is the same in each element. */
static struct hd_range settled(const struct hd_node *n, struct hd_range range)
{
	int64_t lo;

	if (is_everything(&range))
		return range;
	lo = hd_range_settle(n, range.lo);
	return range.hi == HD_FAR_AWAY ? (struct hd_range){lo, range.hi, range.stride}
				       : hd_range_shifted(range, lo - range.lo);
}

/* The first range that is neither apart from this one nor inside of it nor around it; nranges: none. */
static size_t first_clash(const struct hd_node *n, const struct hd_range *range)
{
	size_t i = 0;

	while (i < n->nranges && (apart(&n->ranges[i], range) || is_inside(range, &n->ranges[i]) ||
				  is_inside(&n->ranges[i], range)))
		i++;
	return i;
}

static bool is_covered(const struct hd_node *n, const struct hd_range *range)
{
	for (size_t i = 0; i < n->nranges; i++)
		if (n->ranges[i].lo <= range->lo && n->ranges[i].hi >= range->hi &&
		    range->stride % n->ranges[i].stride == 0)
			return true;
	return false;
}

/* An inner range that lies in a later element of an outer one, and not in its first; nranges: none. */
static size_t first_unsettled(const struct hd_node *n)
{
	size_t i = 0;

	while (i < n->nranges &&
	       (is_everything(&n->ranges[i]) || hd_range_settle(n, n->ranges[i].lo) == n->ranges[i].lo))
		i++;
	return i;
}

bool hd_range_add(struct hd_node *n, struct hd_range range)
{
	size_t at;

	range = settled(n, range);
	if (is_covered(n, &range))
		return false;
	while ((at = first_clash(n, &range)) < n->nranges || n->nranges >= MOST_RANGES) {
		at = at < n->nranges ? at : 0;
		range = hull(&range, &n->ranges[at]);
		remove_range(n, at);
	}
	insert_range(n, range);
	while ((at = first_unsettled(n)) < n->nranges) {
		range = n->ranges[at];
		remove_range(n, at);
		hd_range_add(n, range);
	}
	return true;
}

struct hd_range hd_range_shifted(struct hd_range range, int64_t shift)
{
	if (is_everything(&range))
		return range;
	range.lo += shift;
	if (range.hi != HD_FAR_AWAY)
		range.hi += shift;
	return range;
}

struct hd_range hd_range_at(const struct hd_node *n, int64_t offset)
{
	for (size_t i = n->nranges; i-- > 0;)
		if (is_in(&n->ranges[i], offset))
			return n->ranges[i];
	return EVERYTHING;
}

struct hd_range hd_range_through(const struct hd_node *n, int64_t a, int64_t b)
{
	struct hd_range r = EVERYTHING;

	for (size_t i = n->nranges; i-- > 0;)
		if (is_in(&n->ranges[i], a) && is_in(&n->ranges[i], b)) {
			r = n->ranges[i];
			break;
		}
	r.stride = divisor(r.stride, (uint64_t)(a < b ? b - a : a - b));
	return r;
}

struct hd_range hd_range_through_all(const struct hd_node *n, int64_t a, int64_t b, uint64_t size)
{
	struct hd_range r = hd_range_through(n, a, b);
	int64_t last = a > b ? a : b;

	if (r.hi != HD_FAR_AWAY && (!size || (uint64_t)(r.hi - last) < size)) {
		uint64_t stride = r.stride;

		r = EVERYTHING;
		r.stride = divisor(r.stride, stride);
	}
	return r;
}

bool hd_range_is_single(const struct hd_node *n, int64_t offset)
{
	for (size_t i = 0; i < n->nranges; i++)
		if (is_in(&n->ranges[i], offset))
			return false;
	return true;
}
