/* SPDX-License-Identifier: Apache-2.0
 *
 * Critical sections become units of work: each by itself, or several of one lock as a chain (which of them,
 * says sets_section.h). What they teach about members is learnt. */
#pragma once

#include "analysis/sets/sets_state.h"

/* A section has ended: its accesses are told, as those of a new unit or of the chain that it goes on with. */
void hd_chain_section(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t,
		      const struct hd_sets_section *in);
/* No chain of the thread's goes on. */
void hd_chains_end(struct hd_sets *s, hd_tid tid, struct hd_sets_sections *x);
