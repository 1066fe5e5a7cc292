/* SPDX-License-Identifier: Apache-2.0
 *
 * std::list of libstdc++: the functions that link and unlink its nodes are in the library, where accesses are
 * invisible, so they are done here. A list is a ring of nodes; one of them is the list itself. */
#include "runtime/library/member.h"

struct list_node {
	struct list_node *next, *prev;
};

#define LIST(name) "_ZNSt8__detail15_List_node_base" name

HD_EXPORT void own_list_hook(struct list_node *n, struct list_node *before) __asm__(LIST("7_M_hookEPS0_"));
HD_EXPORT void own_list_unhook(struct list_node *n) __asm__(LIST("9_M_unhookEv"));
HD_EXPORT void own_list_transfer(struct list_node *before, struct list_node *first,
				 struct list_node *end) __asm__(LIST("11_M_transferEPS0_S1_"));
HD_EXPORT void own_list_reverse(struct list_node *list) __asm__(LIST("10_M_reverseEv"));
HD_EXPORT void own_list_swap(struct list_node *a, struct list_node *b) __asm__(LIST("4swapERS0_S1_"));

/* Put n in front of another node. */
void own_list_hook(struct list_node *n, struct list_node *before)
{
	uintptr_t user = hd_member_caller(HD_PC());
	struct list_node *prev;

	HD_STORE(&n->next, before, user);
	prev = HD_LOAD(&before->prev, user);
	HD_STORE(&n->prev, prev, user);
	HD_STORE(&prev->next, n, user);
	HD_STORE(&before->prev, n, user);
}

void own_list_unhook(struct list_node *n)
{
	uintptr_t user = hd_member_caller(HD_PC());
	struct list_node *next = HD_LOAD(&n->next, user), *prev = HD_LOAD(&n->prev, user);

	HD_STORE(&prev->next, next, user);
	HD_STORE(&next->prev, prev, user);
}

/* Move the nodes from first up to but without end, of any list, in front of a node. */
void own_list_transfer(struct list_node *before, struct list_node *first, struct list_node *end)
{
	uintptr_t user = hd_member_caller(HD_PC());
	struct list_node *last, *hole, *prev;

	if (before == end)
		return;
	last = HD_LOAD(&end->prev, user);
	HD_STORE(&last->next, before, user);
	hole = HD_LOAD(&first->prev, user);
	HD_STORE(&hole->next, end, user);
	prev = HD_LOAD(&before->prev, user);
	HD_STORE(&prev->next, first, user);
	HD_STORE(&before->prev, last, user);
	HD_STORE(&end->prev, hole, user);
	HD_STORE(&first->prev, prev, user);
}

void own_list_reverse(struct list_node *list)
{
	uintptr_t user = hd_member_caller(HD_PC());
	struct list_node *n = list;

	do {
		struct list_node *next = HD_LOAD(&n->next, user), *prev = HD_LOAD(&n->prev, user);

		HD_STORE(&n->next, prev, user);
		HD_STORE(&n->prev, next, user);
		n = next;
	} while (n != list);
}

/* The ring that has `old` in it has `list` in its place. */
static void take_place(struct list_node *list, struct list_node *next, struct list_node *prev,
		       const struct list_node *old, uintptr_t user)
{
	if (next == old) {
		HD_STORE(&list->next, list, user);
		HD_STORE(&list->prev, list, user);
		return;
	}
	HD_STORE(&list->next, next, user);
	HD_STORE(&list->prev, prev, user);
	HD_STORE(&next->prev, list, user);
	HD_STORE(&prev->next, list, user);
}

void own_list_swap(struct list_node *a, struct list_node *b)
{
	uintptr_t user = hd_member_caller(HD_PC());
	struct list_node *a_next = HD_LOAD(&a->next, user), *b_next = HD_LOAD(&b->next, user);
	struct list_node *a_prev, *b_prev;

	if (a_next == a && b_next == b)
		return;
	a_prev = HD_LOAD(&a->prev, user);
	b_prev = HD_LOAD(&b->prev, user);
	take_place(a, b_next, b_prev, b, user);
	take_place(b, a_next, a_prev, a, user);
}
