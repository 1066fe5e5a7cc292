/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/fair_order.h"

uint64_t hd_fair_order_held(const struct hd_fair_order *f, uint64_t can_run)
{
	uint64_t held = 0;

	for (uint64_t rest = f->yielded & can_run; rest; rest &= rest - 1) {
		unsigned t = (unsigned)__builtin_ctzll(rest);

		if (f->after[t] & can_run)
			held |= 1ULL << t;
	}
	return held;
}

static void yields(struct hd_fair_order *f, hd_tid t, uint64_t now)
{
	uint64_t bit = hd_thread_bit(t);

	if (f->yielded & bit)
		f->after[t] |= (f->could[t] | f->disabled[t]) & ~f->ran[t] & ~bit;
	else
		f->after[t] = 0;
	f->yielded |= bit;
	f->could[t] = now;
	f->disabled[t] = f->ran[t] = 0;
}

void hd_fair_order_step(struct hd_fair_order *f, hd_tid t, bool yielded, uint64_t before, uint64_t now)
{
	uint64_t bit = hd_thread_bit(t);

	for (uint64_t rest = f->yielded; rest; rest &= rest - 1) {
		unsigned u = (unsigned)__builtin_ctzll(rest);

		f->after[u] &= ~bit;
		f->could[u] &= now;
		f->ran[u] |= bit;
		if (u == t)
			f->disabled[u] |= before & ~now;
	}
	if (yielded && bit)
		yields(f, t, now);
}
