/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/reset/recorded_facts.h"

#include <string.h>

#include "runtime/state/run_state.h"
#include "runtime/state/ready_threads.h"
#include "runtime/state/run_record.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/outside.h"

static uint32_t told(void)
{
	uint64_t v = hd_run_strategy()->value(hd_run_strategy_state(), &hd_rt.run.rng, 1ULL << 32);

	if (v >> 32) {
		hd_ready_list();
		hd_run_diverged(hd_ready.list, hd_ready.n, hd_ready.ops);
	}
	return (uint32_t)v;
}

uint32_t hd_recorded_fact(uint32_t fact)
{
	if (hd_run_replays())
		fact = told();
	hd_record_fact(fact);
	return fact;
}

void hd_recorded_bytes(void *facts, size_t size)
{
	for (size_t at = 0; at < size; at += sizeof(uint32_t)) {
		size_t part = size - at < sizeof(uint32_t) ? size - at : sizeof(uint32_t);
		uint32_t word = 0;

		memcpy(&word, (char *)facts + at, part);
		word = hd_recorded_fact(word);
		memcpy((char *)facts + at, &word, part);
	}
}
