/* SPDX-License-Identifier: Apache-2.0
 *
 * The program's heap: where blocks come from, which accesses are misuse, and that a reset brings back
 * exactly the state of the snapshot. The snapshot is taken once, with a few blocks of a "startup". */
#include "test_heap_scene.h"

static void blocks_are_apart_aligned_and_zero(void **state)
{
	static const size_t sizes[] = {0, 1, 8, 16, 17, 1000, 1008, 1009, 4096, 33333, 70000, 2 * MEGABYTE};
	char *end = NULL;

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		bool fresh = false;
		char *p = hd_heap_alloc(sizes[i], 1, SITE, &fresh);

		assert_true(fresh);
		assert_int_equal((uintptr_t)p % 16, 0);
		assert_true(!end || p >= end + HD_HEADER + HD_RED_ZONE);
		assert_true(all_zero(p, sizes[i]));
		assert_int_equal(hd_heap_usable_size(p), sizes[i]);
		memset(p, 0xff, sizes[i]);
		end = p + sizes[i];
	}
}

static void alignment_is_kept(void **state)
{
	(void)state;
	for (size_t align = 1; align <= MEGABYTE; align *= 2) {
		char *p = hd_heap_alloc(24, align, SITE, NULL);

		assert_int_equal((uintptr_t)p % align, 0);
		assert_int_equal(check(p, 24), HD_OUT_NONE);
		assert_int_equal(check(p - 1, 1), HD_OUT_OVERFLOW);
		give(p);
	}
}

static void aligned_blocks_are_reused(void **state)
{
	char *aligned = hd_heap_alloc(24, 256, SITE, NULL), *plain = get(24);

	(void)state;
	if ((uintptr_t)plain % 256 == 0)
		plain = get(24);
	give(aligned);
	give(plain);
	assert_ptr_equal(hd_heap_alloc(24, 256, SITE, NULL), aligned);
	assert_ptr_equal(get(24), plain);
}

static void slots_hold_what_their_class_says(void **state)
{
	(void)state;
	for (size_t n = 1; n < 64 * MEGABYTE; n += n / 7 + 1) {
		unsigned class = slot_class(n);

		assert_in_range(class, 1, HD_HEAP_CLASSES - 1);
		assert_in_range(hd_slot_capacity(class), n, n + n / 8 + HD_UNIT);
		assert_int_equal(hd_slot_capacity(class) % HD_UNIT, 0);
		assert_int_equal(slot_class(hd_slot_capacity(class)), class);
	}
	assert_in_range(slot_class(hd_heap_reserved + HD_RED_ZONE), 1, HD_HEAP_CLASSES - 1);
}

static void too_much_is_refused(void **state)
{
	(void)state;
	assert_null(hd_heap_alloc(SIZE_MAX, 1, SITE, NULL));
	assert_null(hd_heap_alloc(SIZE_MAX - 40, 1, SITE, NULL));
	assert_null(hd_heap_alloc(hd_heap_reserved, 1, SITE, NULL));
	assert_null(hd_heap_alloc(1, hd_heap_reserved * 2, SITE, NULL));
	get(hd_heap_reserved / 2);
	assert_null(hd_heap_alloc(hd_heap_reserved / 2, 1, SITE, NULL));
	get(100);
}

/* For every size, each byte of the block and of its surroundings. */
static void every_byte_is_judged(void **state)
{
	(void)state;
	for (size_t size = 0; size < 70; size++) {
		char *p = get(size);

		for (ptrdiff_t at = -16; at < (ptrdiff_t)size + 16; at++)
			for (ptrdiff_t n = 1; n <= 17; n++) {
				bool inside = at >= 0 && at + n <= (ptrdiff_t)size;

				assert_int_equal(check(p + at, (size_t)n),
						 inside ? HD_OUT_NONE : HD_OUT_OVERFLOW);
			}
		give(p);
		for (ptrdiff_t at = 0; at < (ptrdiff_t)size; at++)
			assert_int_equal(check(p + at, 1), HD_OUT_USE_AFTER_FREE);
		assert_int_equal(check(p - 1, 1), HD_OUT_OVERFLOW);
	}
}

static void long_ranges_are_judged(void **state)
{
	char *p = get(5000);

	(void)state;
	assert_int_equal(check(p, 5000), HD_OUT_NONE);
	assert_int_equal(check(p + 4999, 1), HD_OUT_NONE);
	assert_int_equal(check(p, 5001), HD_OUT_OVERFLOW);
	assert_int_equal(check(p, SIZE_MAX / 2), HD_OUT_OVERFLOW);
	assert_int_equal(check(p - 1, 600), HD_OUT_OVERFLOW);
	assert_int_equal(check(p, 0), HD_OUT_NONE);
	give(p);
	assert_int_equal(check(p + 100, 600), HD_OUT_USE_AFTER_FREE);
	assert_int_equal(check(hd_heap_base + hd_heap_reserved - 8, 64), HD_OUT_OVERFLOW);
}

static void large_blocks_are_judged(void **state)
{
	static const size_t sizes[] = {HD_LAZY_SHADOW, 100003, MEGABYTE + 5, 20 * MEGABYTE + 1};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		size_t size = sizes[i];
		char *p = get(size);

		for (size_t at = 0; at + 8 <= size; at += size / 50)
			assert_int_equal(check(p + at, 8), HD_OUT_NONE);
		assert_int_equal(check(p + size - 1, 1), HD_OUT_NONE);
		assert_int_equal(check(p + size, 1), HD_OUT_OVERFLOW);
		assert_int_equal(check(p + size - 1, 2), HD_OUT_OVERFLOW);
		assert_int_equal(check(p - 1, 1), HD_OUT_OVERFLOW);
		p[size / 2] = 1;
		give(p);
		assert_int_equal(check(p, 1), HD_OUT_USE_AFTER_FREE);
		assert_int_equal(check(p + size / 2, 8), HD_OUT_USE_AFTER_FREE);
		assert_int_equal(check(p + size - 1, 1), HD_OUT_USE_AFTER_FREE);
	}
}

static void memory_outside_is_not_judged(void **state)
{
	int local = 0;

	(void)state;
	assert_int_equal(hd_heap_check((uintptr_t)&local, sizeof local), HD_OUT_NONE);
	assert_int_equal(check(hd_heap_base + hd_heap_reserved, 8), HD_OUT_NONE);
	assert_int_equal(check(hd_heap_base + hd_heap_reserved - 8, 8), HD_OUT_OVERFLOW);
}

static void quarantine_keeps_freed_blocks(void **state)
{
	char *p = get(48), *q;

	(void)state;
	give(p);
	q = get(48);
	assert_ptr_not_equal(p, q);
	assert_int_equal(check(p, 1), HD_OUT_USE_AFTER_FREE);
	assert_int_equal(hd_heap_check_free(p), HD_OUT_DOUBLE_FREE);
}

static void quarantine_ends_when_it_is_full(void **state)
{
	char *first = get(MEGABYTE), *second = get(MEGABYTE);
	size_t slot = hd_slot_capacity(slot_class(MEGABYTE + HD_RED_ZONE));

	(void)state;
	give(first);
	give(second);
	for (size_t sum = 2 * slot; sum + slot <= QUARANTINE_MAX; sum += slot)
		give(get(MEGABYTE));
	assert_ptr_not_equal(get(MEGABYTE), first);
	give(get(MEGABYTE));
	assert_ptr_equal(get(MEGABYTE), first);
	assert_int_equal(check(first, 8), HD_OUT_NONE);
	assert_int_equal(check(second, 8), HD_OUT_USE_AFTER_FREE);
}

static void reuse_hands_out_the_last_freed(void **state)
{
	char *p = get(48), *q = get(48);
	bool fresh = true;

	(void)state;
	strcpy(p, "left behind");
	give(q);
	give(p);
	assert_int_equal(check(p, 1), HD_OUT_USE_AFTER_FREE);
	assert_ptr_equal(hd_heap_alloc(41, 1, SITE, &fresh), p);
	assert_false(fresh);
	assert_string_equal(p, "left behind");
	assert_int_equal(check(p, 41), HD_OUT_NONE);
	assert_int_equal(check(p + 41, 1), HD_OUT_OVERFLOW);
	assert_ptr_equal(get(48), q);
}

static void wrong_frees_are_told_apart(void **state)
{
	char *p = get(64), *q = get(64), local;

	(void)state;
	assert_int_equal(hd_heap_check_free(&local), HD_OUT_INVALID_FREE);
	assert_int_equal(hd_heap_check_free(p + 16), HD_OUT_INVALID_FREE);
	assert_int_equal(hd_heap_check_free(p + 1), HD_OUT_INVALID_FREE);
	assert_int_equal(hd_heap_check_free(p - 16), HD_OUT_INVALID_FREE);
	assert_int_equal(hd_heap_check_free(hd_heap_base), HD_OUT_INVALID_FREE);
	assert_int_equal(hd_heap_check_free(hd_heap_base + hd_heap_reserved - 16), HD_OUT_INVALID_FREE);
	memcpy(p + 32, p - HD_HEADER, HD_HEADER); /* a copy of a header makes no block */
	assert_int_equal(hd_heap_check_free(p + 48), HD_OUT_INVALID_FREE);
	q[-1] ^= 1;
	assert_int_equal(hd_heap_check_free(q), HD_OUT_INVALID_FREE);
	give(p);
	assert_int_equal(hd_heap_check_free(p), HD_OUT_DOUBLE_FREE);
	assert_int_equal(hd_heap_usable_size(p), 0);
}

static void freeing_what_is_not_live_is_our_own_bug(void **state)
{
	char *p = get(64);

	(void)state;
	give(p);
	if (!setjmp(broken)) {
		hd_heap_free(p, SITE);
		fail();
	}
}

static void addresses_are_described(void **state)
{
	struct hd_wire_place place, other;
	char *p, *q;

	(void)state;
	hd_rt.run = (struct hd_run){.current = 3};
	hd_live.active = true;
	p = hd_heap_alloc(100, 1, 11, NULL);
	q = hd_heap_alloc(100, 1, 12, NULL);
	hd_rt.run.current = 4;
	hd_heap_free(q, 13);
	hd_live.active = false;

	assert_true(hd_heap_describe((uintptr_t)p + 60, &place));
	assert_int_equal(place.kind, HD_PLACE_HEAP);
	assert_int_equal(place.offset, 60);
	assert_int_equal(place.size, 100);
	assert_int_equal(place.alloc_site, 11);
	assert_int_equal(place.tid, 3);
	assert_false(place.freed);
	assert_true(hd_heap_describe((uintptr_t)p + 101, &place));
	assert_int_equal(place.alloc_site, 11);
	assert_true(hd_heap_describe((uintptr_t)q - 1, &other));
	assert_int_equal(other.alloc_site, 12);
	assert_int_equal((int64_t)other.offset, -1);
	assert_true(other.freed);
	assert_int_equal(other.free_site, 13);
	assert_int_equal(other.free_tid, 4);
	assert_true(other.block > place.block);
	assert_true(hd_heap_describe((uintptr_t)hd_heap_base, &place));
	assert_false(hd_heap_describe((uintptr_t)&place, &place));
}

static void reset_brings_back_what_was(void **state)
{
	(void)state;
	strcpy(old_text, "scribbled over");
	old_text[-1] ^= 1;
	memset(old_pool, 'x', POOL_SIZE);
	memset(old_big, 'x', OLD_BIG);
	hd_heap_reset(HD_HEAP_REUSE);
	assert_string_equal(old_text, "written before main");
	assert_int_equal(old_pool[0], 'p');
	assert_true(all_zero(old_pool + 1, POOL_SIZE - 1));
	assert_int_equal(old_big[2 * MEGABYTE], 'b');
	old_big[2 * MEGABYTE] = 0;
	assert_true(all_zero(old_big, OLD_BIG));
	assert_int_equal(hd_heap_check_free(old_text), HD_OUT_NONE);
	assert_int_equal(hd_heap_check_free(old_freed), HD_OUT_DOUBLE_FREE);
}

static void reset_revives_what_was_freed(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++) {
		char *reused;

		hd_heap_reset(i % 2 ? HD_HEAP_REUSE : HD_HEAP_QUARANTINE);
		give(old_text);
		give(old_big);
		give(old_pool);
		reused = get(97);
		assert_true((reused == old_text) == (i % 2));
		give(get(OLD_BIG));
		hd_heap_reset(HD_HEAP_QUARANTINE);
		assert_int_equal(check(old_text, 100), HD_OUT_NONE);
		assert_int_equal(check(old_text + 100, 1), HD_OUT_OVERFLOW);
		assert_int_equal(check(old_big + OLD_BIG - 8, 8), HD_OUT_NONE);
		assert_int_equal(check(old_pool, POOL_SIZE), HD_OUT_NONE);
		assert_int_equal(check(old_freed, 8), HD_OUT_USE_AFTER_FREE);
		assert_string_equal(old_text, "written before main");
		assert_int_equal(old_big[2 * MEGABYTE], 'b');
	}
}

/* A sequence of calls that depends on the seed alone; returns a hash of all addresses and contents seen.
 * On the way it holds the heap against a plain list of the live blocks. */
static uint64_t random_calls(uint64_t seed)
{
	enum { MANY = 200 };
	struct {
		char *p;
		size_t size;
	} live[MANY] = {0};
	struct hd_rng rng;
	uint64_t hash = 0;

	hd_rng_seed(&rng, seed);
	for (int i = 0; i < 3000; i++) {
		unsigned at = hd_rng_below(&rng, MANY);
		size_t size = hd_rng_below(&rng, 1u << hd_rng_below(&rng, 18));

		if (live[at].p) {
			assert_int_equal(check(live[at].p, live[at].size), HD_OUT_NONE);
			assert_true(live[at].size == 0 || live[at].p[live[at].size - 1] == (char)at);
			give(live[at].p);
			live[at].p = NULL;
			continue;
		}
		live[at].p = get(size);
		live[at].size = size;
		for (size_t b = 0; b < size; b += 97)
			hash = hd_mix64(hash ^ (unsigned char)live[at].p[b]);
		memset(live[at].p, (int)at, size);
		hash = hd_mix64(hash ^ (uintptr_t)live[at].p);
	}
	return hash;
}

static void same_calls_give_the_same_heap(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 10; seed++) {
		uint64_t first[2];

		for (int round = 0; round < 4; round++) {
			enum hd_heap_mode mode = round % 2 ? HD_HEAP_REUSE : HD_HEAP_QUARANTINE;
			uint64_t hash;

			hd_heap_reset(mode);
			hash = random_calls(seed);
			if (round < 2)
				first[round] = hash;
			else
				assert_int_equal(hash, first[round - 2]);
		}
		assert_int_not_equal(first[0], first[1]);
	}
}

static void everything_above_is_zero_after_reset(void **state)
{
	size_t top;

	(void)state;
	random_calls(99);
	memset(get(3 * MEGABYTE), 'x', 3 * MEGABYTE);
	top = hd_heap.now.top;
	hd_heap_reset(HD_HEAP_QUARANTINE);
	assert_true(top > hd_heap.now.top);
	assert_true(all_zero(hd_heap_base + hd_heap.now.top, top - hd_heap.now.top));
	assert_true(all_zero((char *)hd_heap_shadow + hd_heap.now.top / 8, (top - hd_heap.now.top) / 8));
}

static void many_runs_need_no_more_memory(void **state)
{
	struct rusage before, after;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		if (i == 100)
			getrusage(RUSAGE_SELF, &before);
		hd_heap_reset(i % 2 ? HD_HEAP_REUSE : HD_HEAP_QUARANTINE);
		memset(get(MEGABYTE / 2), i, MEGABYTE / 2);
		for (int k = 0; k < 20; k++)
			give(memset(get(1000), k, 1000));
	}
	getrusage(RUSAGE_SELF, &after);
	assert_in_range(after.ru_maxrss, 0, before.ru_maxrss + 2048);
}

#define IN_QUARANTINE(f) cmocka_unit_test_setup(f, begin_quarantine)
#define WITH_REUSE(f)	 cmocka_unit_test_setup(f, begin_reuse)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    IN_QUARANTINE(blocks_are_apart_aligned_and_zero),
	    WITH_REUSE(alignment_is_kept),
	    WITH_REUSE(aligned_blocks_are_reused),
	    IN_QUARANTINE(slots_hold_what_their_class_says),
	    IN_QUARANTINE(too_much_is_refused),
	    IN_QUARANTINE(every_byte_is_judged),
	    WITH_REUSE(every_byte_is_judged),
	    IN_QUARANTINE(long_ranges_are_judged),
	    IN_QUARANTINE(large_blocks_are_judged),
	    WITH_REUSE(large_blocks_are_judged),
	    IN_QUARANTINE(memory_outside_is_not_judged),
	    IN_QUARANTINE(quarantine_keeps_freed_blocks),
	    IN_QUARANTINE(quarantine_ends_when_it_is_full),
	    WITH_REUSE(reuse_hands_out_the_last_freed),
	    IN_QUARANTINE(wrong_frees_are_told_apart),
	    IN_QUARANTINE(freeing_what_is_not_live_is_our_own_bug),
	    IN_QUARANTINE(addresses_are_described),
	    IN_QUARANTINE(reset_brings_back_what_was),
	    IN_QUARANTINE(reset_revives_what_was_freed),
	    IN_QUARANTINE(same_calls_give_the_same_heap),
	    IN_QUARANTINE(everything_above_is_zero_after_reset),
	    IN_QUARANTINE(many_runs_need_no_more_memory),
	};

	return cmocka_run_group_tests(tests, start_up, NULL);
}
