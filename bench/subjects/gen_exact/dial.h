/* SPDX-License-Identifier: Apache-2.0
 *
 * The lock of a safe, with a dial. */
#pragma once

struct dial;

struct dial *dial_new(void);
void dial_free(struct dial *d);
/* Turn the dial once round. */
void dial_turn(struct dial *d);
/* Try to open it. */
int dial_try(struct dial *d);
