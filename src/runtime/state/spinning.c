/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/spinning.h"

#include "runtime/arch/memory.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/memory/heap.h"
#include "runtime/state/outside_look.h"
#include "runtime/state/run_state.h"
#include "runtime/state/thread_table.h"

#define VAIN_WORK      16   /* steps and accesses between two looks that are no work                        */
#define STANDSTILLS    2    /* looks that found a state once more, after which it does                      */
#define BEGINNING      1024 /* steps without any change for which a thread has only begun to spin          */
#define QUIET_REPEATS  50 /* such turns, without any change, after which a thread waits for time to pass   */
#define UNSEEN_REPEATS 2 /* … and turns in which it spun unseen: each takes long in real time             */

/* A loop that looks without waiting, with poll and a time-out of 0 say, spins even if it writes down what it
 * saw. One that works in between does not. */
void hd_looks_without_waiting(struct hd_thread *t, bool in_vain)
{
	uint64_t mark = hd_rt.run.steps + hd_rt.run.accesses;

	t->vain_looks = in_vain ? (mark - t->vain_mark <= VAIN_WORK ? t->vain_looks + 1 : 1) : 0;
	t->vain_mark = mark;
}

bool hd_only_spins(const struct hd_thread *t)
{
	unsigned enough = t->op.kind == HD_SPIN ? UNSEEN_REPEATS : t->quiet ? QUIET_REPEATS : HD_SPIN_REPEATS;

	return (t->repeats > enough && t->seen_progress == hd_rt.run.progress) ||
	       t->vain_looks > HD_TIMEOUTS_IN_A_ROW;
}

bool hd_spins(const struct hd_thread *t)
{
	return t->seen_progress == hd_rt.run.progress && t->repeats > HD_SPIN_REPEATS;
}

bool hd_has_begun_to_spin(const struct hd_thread *t)
{
	return t->seen_progress == hd_rt.run.progress && t->repeats && t->idle < BEGINNING;
}

/* Memory that does not go away while a thread waits for it to change. */
static bool stays(const struct hd_thread *t, uintptr_t addr, size_t size)
{
	return size <= sizeof(uint64_t) &&
	       (addr - HD_HEAP_ADDRESS < hd_heap_reserved || hd_module_of(addr) ||
		addr - (uintptr_t)t->stack_lo < (uintptr_t)(t->stack_hi - t->stack_lo));
}

static uint64_t value_at(uintptr_t addr, size_t size)
{
	uint64_t value = 0;

	hd_copy(&value, (const void *)addr, size);
	return value;
}

enum hd_spin_note hd_spin_note(struct hd_thread *t, uintptr_t addr, size_t size)
{
	uint64_t value;

	if (!stays(t, addr, size))
		return HD_SPIN_NOTE_NONE;
	value = value_at(addr, size);
	for (unsigned i = 0; i < t->nreads; i++) {
		if (t->reads[i].addr != addr || t->reads[i].size != size)
			continue;
		if (t->reads[i].value == value)
			return HD_SPIN_NOTE_SAME;
		t->nreads = 0;
		return HD_SPIN_NOTE_CHANGED;
	}
	if (t->nreads == HD_SPIN_READS)
		return HD_SPIN_NOTE_NONE;
	t->reads[t->nreads++] = (struct hd_spin_read){addr, value, size};
	return HD_SPIN_NOTE_NEW;
}

void hd_spin_read(struct hd_thread *t, uintptr_t addr, size_t size)
{
	switch (hd_spin_note(t, addr, size)) {
	case HD_SPIN_NOTE_NEW:
	case HD_SPIN_NOTE_SAME:
		t->vain++;
		break;
	case HD_SPIN_NOTE_CHANGED:
	case HD_SPIN_NOTE_NONE:
		t->vain = t->nreads = 0;
		break;
	}
}

bool hd_spin_reads_changed(const struct hd_thread *t)
{
	for (unsigned i = 0; i < t->nreads; i++)
		if (value_at(t->reads[i].addr, t->reads[i].size) != t->reads[i].value)
			return true;
	return false;
}

/* The thread spins, and neither its registers nor its stack change. A thread that spins unseen may write
 * other memory unseen, so at least half of the looks at it must have found a state that it had before. */
static bool stands_still(const struct hd_thread *t)
{
	if (!hd_spins(t))
		return false;
	if (hd_run_replays())
		return true;
	return t->standstills >= STANDSTILLS && (t->op.kind != HD_SPIN || t->standstills >= t->looks / 2);
}

/* Nothing has changed for very long: does each thread that could change something stand still, now or when
 * its time has come? As long as memory stays as it is, each of them will, in whatever order they run. */
static bool all_stand_still(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		const struct hd_thread *t = &hd_threads[i];

		if (t->life == HD_LIFE_ALIVE && (t->ready || t->deadline != HD_NO_DEADLINE) &&
		    !stands_still(t))
			return false;
	}
	return true;
}

bool hd_is_livelock(void)
{
	return all_stand_still() && !hd_outside_may_help();
}
