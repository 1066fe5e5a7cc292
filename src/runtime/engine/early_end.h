/* SPDX-License-Identifier: Apache-2.0
 *
 * Timed waits and timers that end while another thread could still run. Natively this means that the other
 * thread got no processor for that long, so such an end has a price: the virtual time that passes while the
 * other thread is held up. A run whose prices add up to HD_PLAUSIBLE_NS or less could happen on any machine.
 * A run that pays more needs an early time-out, and its failure says so. docs/time.md has the rules. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/thread.h"
#include "runtime/state/early_budget.h"

/* The thread begins to wait until t->deadline. */
void hd_early_wait_begins(struct hd_thread *t);
/* The pending wait of the thread ends now by its deadline, which lies ahead. Virtual time becomes the
 * deadline. */
void hd_early_wait_ends(struct hd_thread *t);

/* The run can pay less now, or a timer was set or unset: find out again which waits may end early. */
void hd_early_end_look_again(void);

/* May a timer that is set for virtual time `at` go off before that time? */
bool hd_early_end_timer_may(uint64_t at);
/* A timer is to go off now, although its time `at` lies ahead. True: virtual time has become `at`; false: the
 * run must not pay for that. `site`: where the timer was set. */
bool hd_early_end_timer_fires(uint64_t at, uint32_t site);

/* A signal interrupts a wait that began at virtual time `since`. May it have come just before the call, so
 * that the thread had no processor since then and only now begins to wait? */
bool hd_early_signal_may(uint64_t since);
/* The signal came before the call in that way: the run pays for it. */
void hd_early_signal_comes(const struct hd_thread *t, uint64_t since);
