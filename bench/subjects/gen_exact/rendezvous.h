/* SPDX-License-Identifier: Apache-2.0
 *
 * A place that two may be in at the same time. */
#pragma once

struct rendezvous;

struct rendezvous *rendezvous_new(void);
void rendezvous_free(struct rendezvous *r);
/* How many are there, the caller included. */
int rendezvous_visit(struct rendezvous *r);
