/* SPDX-License-Identifier: Apache-2.0
 *
 * An iRoot: an interleaving idiom (analysis/iroots/idiom.h) and the sites of its operations. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define HD_IDIOMS    6
#define HD_IDIOM_OPS 4

#define HD_IROOT_WINDOW                                                                                      \
	256 /* operations of a thread between its two parts of a compound idiom, at most …                 \
	     */
#define HD_IROOT_WINDOW_MAX   1000000 /* … unless the user says another number */
#define HD_IROOT_ATTEMPTS     6	      /* at an iRoot that a search makes with one input, … */
#define HD_IROOT_ATTEMPTS_ALL 6	      /* … and with all inputs, unless the user wants more of the former */
#define HD_IROOT_ATTEMPTS_MAX 1000000

struct hd_iroot {
	uint8_t idiom;		     /* 1 … 6 */
	uint8_t n;		     /* operations: 2, 3 for idiom 2, else 4 */
	uint8_t kinds[HD_IDIOM_OPS]; /* enum hd_event_kind: A, B, C, D */
	uint16_t pad;
	uint32_t sites[HD_IDIOM_OPS];
};

/* Two threads of which each holds a lock and wants that of the other: B and D are not carried out. */
bool hd_iroot_is_deadlock(const struct hd_iroot *r);
/* Of a deadlock it makes no difference which thread is the first: give it the form that all equal ones have.
 */
void hd_iroot_put_in_order(struct hd_iroot *r);
/* The dependency that it begins with, or (second) ends with: of idiom 1, as both are. */
struct hd_iroot hd_iroot_half(const struct hd_iroot *r, bool second);
/* Equal for equal iRoots; never 0. */
uint64_t hd_iroot_key(const struct hd_iroot *r);
