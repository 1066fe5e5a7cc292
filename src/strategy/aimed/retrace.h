/* SPDX-License-Identifier: Apache-2.0
 *
 * Retrace has a run go the way of a failure that another build of the program had. Code may have been added,
 * changed or removed since: each thread is followed through what it did then (follow.h), and what counts is
 * the order of some of these steps, not their numbers. A thread that is about to do one of them waits while
 * one that came before has not been done by its thread. When no other thread can go, or when the waiting
 * takes long, what has not been done is given up, and the run goes on.
 *
 * A thread is the one that was created at the same place then, the first such one if there are several.
 *
 * The script is { HD_NO_TID, HD_NONE, site: how }, and then the steps of the failing run. Those with
 * HD_RETRACE_FREE in their note may come in any order. Last come facts (HD_NOTE_FACT): what each thread was
 * told then it is told again. */
#pragma once

#include "strategy/strategy.h"

#define HD_RETRACE_FREE 64u /* above HD_NOTES_ALL */

enum hd_retrace_how {
	HD_RETRACE_STRAIGHT, /* the thread of the next step goes; if it cannot, the current one does */
	HD_RETRACE_RANDOM    /* any of the threads that do not wait */
};
