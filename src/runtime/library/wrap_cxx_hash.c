/* SPDX-License-Identifier: Apache-2.0
 *
 * std::unordered_map and its relatives of libstdc++: what the library itself does to memory of the program.
 */
#include <stddef.h>
#include <stdint.h>

#include "runtime/access/string_real.h"
#include "runtime/common/real.h"
#include "runtime/library/member.h"

/* std::__detail::_Prime_rehash_policy, part of each container */
struct growth {
	float max_load_factor;
	size_t next_resize;
};

struct decision { /* std::pair<bool, std::size_t> */
	bool grow;
	size_t buckets;
};

#define POLICY	   "_ZNKSt8__detail20_Prime_rehash_policy"
#define BUCKETS	   POLICY "11_M_next_bktEm"
#define DECIDE	   POLICY "14_M_need_rehashEmmm"
#define HASH	   "_ZSt11_Hash_bytesPKvmm"
#define UNSET	   (SIZE_MAX - 1) /* no number of elements that the library ever sets */
#define OTHER_HASH "_ZSt15_Fnv_hash_bytesPKvmm"

typedef size_t buckets_form(struct growth *g, size_t least);
typedef struct decision decide_form(struct growth *g, size_t buckets, size_t elements, size_t more);
typedef size_t hash_form(const void *data, size_t size, size_t seed);
HD_EXPORT buckets_form own_hash_buckets __asm__(BUCKETS);
HD_EXPORT decide_form own_hash_decide __asm__(DECIDE);
HD_EXPORT hash_form own_hash_bytes __asm__(HASH);
HD_EXPORT hash_form own_hash_bytes_otherwise __asm__(OTHER_HASH);

/* The library works on a copy: its own reads and writes would come all at once. */

size_t own_hash_buckets(struct growth *g, size_t least)
{
	uintptr_t user = hd_member_caller(HD_PC());
	float max_load_factor = HD_LOAD(&g->max_load_factor, user);
	struct growth copy = {max_load_factor, UNSET};
	size_t buckets = HD_REAL_NAMED(buckets_form, BUCKETS)(&copy, least);

	if (copy.next_resize != UNSET)
		HD_STORE(&g->next_resize, copy.next_resize, user);
	return buckets;
}

struct decision own_hash_decide(struct growth *g, size_t buckets, size_t elements, size_t more)
{
	uintptr_t user = hd_member_caller(HD_PC());
	size_t before = HD_LOAD(&g->next_resize, user);
	struct growth copy = {.next_resize = before};
	struct decision d;

	if (elements + more <= before)
		return (struct decision){0};
	copy.max_load_factor = HD_LOAD(&g->max_load_factor, user);
	d = HD_REAL_NAMED(decide_form, DECIDE)(&copy, buckets, elements, more);
	if (copy.next_resize != before)
		HD_STORE(&g->next_resize, copy.next_resize, user);
	return d;
}

size_t own_hash_bytes(const void *data, size_t size, size_t seed)
{
	if (hd_by_program(HD_PC()))
		hd_reads(data, size, HD_PC());
	return HD_REAL_NAMED(hash_form, HASH)(data, size, seed);
}

size_t own_hash_bytes_otherwise(const void *data, size_t size, size_t seed)
{
	if (hd_by_program(HD_PC()))
		hd_reads(data, size, HD_PC());
	return HD_REAL_NAMED(hash_form, OTHER_HASH)(data, size, seed);
}
