/* SPDX-License-Identifier: Apache-2.0
 *
 * Remedies that follow from what the threads did before the operations of a cause. Each returns NULL where
 * that is not so; else the remedy, to be freed. */
#pragma once

#include "report/build/cause_choice.h"

/* Each of the two threads holds a lock at its operations, but not the same; or one of them has tried in vain
 * to get the lock of the other, and goes on without it. */
char *hd_remedy_of_locks(struct hd_build *b, const struct hd_between *x);
/* A thread uses what it has given to another one, both under a lock under which it does not use it. */
char *hd_remedy_of_giving(struct hd_build *b, const struct hd_between *x);
/* A thread reads a pointer under a lock and uses what it points to when it has given the lock back. */
char *hd_remedy_of_keeping(struct hd_build *b, const struct hd_between *x);
/* The second operation completes what the thread of the first needs, and that was started before. */
char *hd_remedy_of_start(struct hd_build *b, const struct hd_order_pair *x);
/* A thread is told to stop, and ends though it was given something to do before. */
char *hd_remedy_of_stop(struct hd_build *b, const struct hd_order_pair *x);
/* A thread was woken, but what it waits for is over again when it looks. */
bool hd_is_overrun(const struct hd_build *b, const struct hd_order_pair *x);
