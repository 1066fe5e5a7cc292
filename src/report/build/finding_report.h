/* SPDX-License-Identifier: Apache-2.0
 *
 * A finding as a report: what two or more threads could do to each other although it did no harm in the run
 * that showed it. */
#pragma once

#include "report/build/build_state.h"

/* The same for a finding, without steps: each thread's state says what it does to waits_for. NULL: the
 * program has overwritten it. */
struct hd_report *hd_report_of_finding(const struct hd_wire *wire, unsigned index,
				       struct hd_symbols *symbols);
