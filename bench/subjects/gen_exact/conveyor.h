/* SPDX-License-Identifier: Apache-2.0
 *
 * A belt that carries one piece past stations. */
#pragma once

struct conveyor;

struct conveyor *conveyor_new(void);
void conveyor_free(struct conveyor *c);
/* Carry a piece from the first station to the last. */
void conveyor_carry(struct conveyor *c);
/* At how many stations in a row the piece was met. */
int conveyor_follow(struct conveyor *c);
