/* SPDX-License-Identifier: Apache-2.0
 *
 * The result of the attempts to make a finding happen: it is confirmed, it led to a failure, or it was not
 * reproduced. */
#pragma once

#include "report/json/campaign_json.h"
#include "wire/wire.h"

/* Of finding `index`. bugs[i] is N of the bug-N that driving a run to aim i led to, 0: none; HD_MAX_AIMS of
 * them. */
struct hd_summary_mark hd_finding_mark_of(const struct hd_wire *wire, uint32_t index, const unsigned *bugs);
/* How the attempts went on the whole, a line for each kind of finding. */
void hd_finding_mark_tell_all(const struct hd_wire *wire, FILE *f);
/* Two findings are reported as one. */
void hd_finding_mark_join(struct hd_summary_mark *m, const struct hd_summary_mark *other);
/* kind: that of the finding's report. A sentence without a full stop, to be freed; NULL: there was no
 * attempt. */
char *hd_finding_mark_text(const struct hd_summary_mark *m, const char *kind);
