/* SPDX-License-Identifier: Apache-2.0
 *
 * Fatal signals of the program, and the controller's signal to end a run that takes too long. */
#pragma once

#include <stdint.h>

#include "base/own.h"

/* The address of the program's code on whose behalf the runtime performs a function of a library; 0: it does
 * not. A crash in that function is told as one of its user. */
extern HD_OWN uintptr_t hd_crash_user;

/* Install the handlers, on a stack of their own. */
void hd_crash_init(void);
/* The program does not handle this signal any more: install the runtime's handler again. */
void hd_crash_catch(int signal);
/* In a child that the program made: give the signals that the runtime handles their default action again. */
void hd_crash_forget(void);
