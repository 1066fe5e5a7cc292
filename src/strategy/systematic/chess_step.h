/* SPDX-License-Identifier: Apache-2.0
 *
 * What follows from a step of a systematic search (chess.c): preemptions, fairness, and which threads sleep.
 *
 * Sleep sets (P. Godefroid) leave out what differs from another schedule only in the order of independent
 * steps. Under a bound that is right only if the other schedule has no more preemptions. Let thread t, about
 * to do a, have been tried where current thread c had stopped, and let it sleep while others do w, all
 * independent of a, and then go, with u to follow: instead of w a u there is a w u, which comes earlier in
 * the search. Its switches cost [c -> t] + [t -> w] more, and [c -> w] less; the switch from the last of w to
 * t or to u costs the same or less, as long as a makes no thread able to run. So t may sleep if
 *
 *   - t is c, and could go on: a w u saves the preemption of c, which pays for [t -> w]; or
 *   - t could not go on after a, which makes [t -> w] free, and c was not preempted only for t.
 *
 * The end of t makes one thread able to run, its joiner, which costs one preemption more at most: in the
 * first case it is paid for, because [t -> w] is free. Among the schedules within the bound that are
 * equivalent, the one that comes first in the search is therefore never left out. Without a bound
 * (HD_DEPTH_ALL) there is one pass, and every thread may sleep whose step touches one object only. With
 * yields, with freed memory handed out again, and with spurious wakeups steps depend on each other in more
 * ways than that: no sleep sets then. */
#pragma once

#include "strategy/systematic/chess_state.h"

/* Before a decision: work out what follows from the step that was made last. */
void hd_chess_settle(struct hd_chess *s, const struct hd_choice *c);
/* After a decision: the thread is about to make its step. */
void hd_chess_saw(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c);
