/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions of libgcc that walk over the frames of a stack. */
#pragma once

/* The unwinder's function of this name; NULL: there is none. Call this before the snapshot: a reset could not
 * undo the loading of a library in the middle of a run. */
void *hd_unwinder_symbol(const char *name);
