/* SPDX-License-Identifier: Apache-2.0
 *
 * Who follows a pointer comes after who has written it: an operation on a block to which the thread has come
 * by a pointer that another thread wrote cannot come before what that thread did before it wrote the pointer.
 * Nothing orders the two threads, but in another order the pointer would lead elsewhere. Without this a
 * program that hands objects on by lists would be predicted to do with each of them what it does with the
 * next owner's. */
#pragma once

#include "analysis/iroots/profile_state.h"

/* The thread is about to do this at a place: it writes there, or reads a pointer. */
void hd_profile_source_see(struct hd_profile *p, struct hd_profile_thread *self, const struct hd_op *op,
			   enum hd_role role, struct hd_profile_source here, struct hd_profile_place *place);
/* What brings the thread t to an address. */
struct hd_profile_source hd_profile_source_of(const struct hd_profile_thread *self, hd_tid t, uint64_t addr);
