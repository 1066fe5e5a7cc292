/* SPDX-License-Identifier: Apache-2.0
 *
 * The processor's time stamp counter, for programs that read it by an instruction: it shows virtual time. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Look at the modules that are loaded; if one reads the counter, the kernel is asked to hand that back. */
void hd_tsc_look(void);
/* True: the signal came from a reading of the counter, which has been answered. */
bool hd_tsc_caught(const siginfo_t *info, void *context);
/* The program handles SIGSEGV itself from now on: readings cannot be told from its own faults any more. */
void hd_tsc_give_up(uint32_t site);
/* The kernel's setting would go on to children: reading is allowed from here until hd_tsc_resume. */
void hd_tsc_allow(void);
void hd_tsc_resume(void);
