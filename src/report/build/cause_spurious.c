/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_spurious.h"

#include "base/fail.h"
#include "report/build/cause_words.h"
#include "report/words.h"

void hd_put_spurious(struct hd_build *b, FILE *f, const struct hd_order_pair *wait)
{
	fputs("this run fails because the wait of ", f);
	hd_put_thread(f, b->report, wait->first.event->tid);
	fputs(" at ", f);
	hd_put_side_place(b, f, &wait->first);
	fputs(" ends although nobody has woken it, as every such wait may: without that it passes", f);
	b->report->pattern = hd_strdup("a spurious wakeup");
	b->report->remedy = hd_strdup("wait in a loop that looks at the condition again after each wakeup");
}
