/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of aims (model/aim.h) in the wire: all that runs can be driven to, found or predicted by any
 * worker, each with its state. This is the only place that adds aims and changes their states. Strategies
 * choose among them in aim_findings.c and aim_iroots.c. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/aim.h"
#include "wire/wire.h"

void hd_aims_init(void);
/* How many there are: wire->aims[0 … n - 1]. */
uint32_t hd_aim_count(void);
/* The program was built anew, and the code of it is not what searches have tried before: it comes first. */
bool hd_aim_is_fresh(const struct hd_wire_aim *x);
/* NULL: this process knows of none. Other workers add aims as well: with the tables locked, call
 * hd_aims_look_again() first to be sure. */
struct hd_wire_aim *hd_aim_find(uint64_t key);
void hd_aims_look_again(void);

/* A new aim, untried. NULL: the table is full. Called with the tables locked, and with a key that
 * hd_aim_find() does not find. */
struct hd_wire_aim *hd_aim_add(const struct hd_aim *aim, uint64_t key, uint32_t finding);
/* A run of this search has predicted it. True: it was only remembered from earlier searches. */
bool hd_aim_predicted(struct hd_wire_aim *x);
/* iRoot: a run has exposed it. */
void hd_aim_exposed(struct hd_wire_aim *x);
/* A run begins that tries it: how many attempts this search has made before. */
uint32_t hd_aim_tried(struct hd_wire_aim *x);
/* The run that tried it got there, and failed or did not. */
void hd_aim_reached(struct hd_wire_aim *x, uint64_t run, bool failed);
/* A run that was not driven to it has failed by it. */
void hd_aim_failed(struct hd_wire_aim *x);

/* That no aim of some kind was worth an attempt when a look at all of them began: for searches of thousands
 * of runs, each of which would look at thousands of aims otherwise. Attempts and states only grow, so it
 * holds until an aim is added or predicted again. */
struct hd_aims_none {
	uint32_t anew;
	bool known;
};
/* It still holds. */
bool hd_aims_none_since(const struct hd_aims_none *none);
/* A look begins; if it finds none, the caller sets `known`. */
void hd_aims_look(struct hd_aims_none *none);
/* What is known of an aim has changed, so that it may be worth an attempt again. */
void hd_aims_are_anew(void);
