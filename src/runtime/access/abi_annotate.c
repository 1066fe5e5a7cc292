/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamic annotations, as ThreadSanitizer understands them. What it leaves unused is unused here, too. */
#include <stddef.h>
#include <stdint.h>

#include "runtime/access/annotate.h"
#include "runtime/engine/sched.h"

#define SITE() (hd_active() ? HD_SITE() : HD_NO_SITE)

/* Each names its place in the source first. ANNOTATION(Name, parameters) { what it does }. */
#define ANNOTATION(name, ...)                                                                                \
	HD_EXPORT void Annotate##name(const char *file __attribute__((unused)),                              \
				      int line __attribute__((unused)), ##__VA_ARGS__)
#define UNUSED __attribute__((unused))

ANNOTATION(HappensBefore, uintptr_t addr)
{
	hd_annotate_before((void *)addr);
}

ANNOTATION(HappensAfter, uintptr_t addr)
{
	hd_annotate_after((void *)addr);
}

ANNOTATION(RWLockCreate, uintptr_t lock)
{
	hd_annotate_lock_life((void *)lock, HD_INIT, SITE());
}

ANNOTATION(RWLockCreateStatic, uintptr_t lock UNUSED)
{
}

ANNOTATION(RWLockDestroy, uintptr_t lock)
{
	hd_annotate_lock_life((void *)lock, HD_DESTROY, SITE());
}

ANNOTATION(RWLockAcquired, uintptr_t lock, uintptr_t exclusive)
{
	hd_annotate_locked((void *)lock, !exclusive, SITE());
}

ANNOTATION(RWLockReleased, uintptr_t lock, uintptr_t exclusive UNUSED)
{
	hd_annotate_unlocked((void *)lock, SITE());
}

ANNOTATION(IgnoreReadsBegin)
{
	hd_annotate_ignore_accesses();
}

ANNOTATION(IgnoreReadsEnd)
{
	hd_annotate_see_accesses();
}

ANNOTATION(IgnoreWritesBegin)
{
	hd_annotate_ignore_accesses();
}

ANNOTATION(IgnoreWritesEnd)
{
	hd_annotate_see_accesses();
}

ANNOTATION(IgnoreSyncBegin)
{
	hd_annotate_ignore_order();
}

ANNOTATION(IgnoreSyncEnd)
{
	hd_annotate_see_order();
}

ANNOTATION(BenignRace, uintptr_t addr, const char *why UNUSED)
{
	hd_annotate_benign((void *)addr, 1);
}

ANNOTATION(BenignRaceSized, uintptr_t addr, uintptr_t size, const char *why UNUSED)
{
	hd_annotate_benign((void *)addr, size);
}

ANNOTATION(ExpectRace, uintptr_t addr, const char *why UNUSED)
{
	hd_annotate_benign((void *)addr, 1);
}

ANNOTATION(NewMemory, uintptr_t addr, uintptr_t size)
{
	hd_annotate_new_memory((void *)addr, size);
}

ANNOTATION(ThreadName, const char *name)
{
	if (hd_active())
		hd_format(hd_self()->name, sizeof hd_self()->name, "%s", name);
}

/* The same under the names that WebKit gives them. */
HD_EXPORT void WTFAnnotateHappensBefore(const char *file, int line, uintptr_t addr)
{
	AnnotateHappensBefore(file, line, addr);
}

HD_EXPORT void WTFAnnotateHappensAfter(const char *file, int line, uintptr_t addr)
{
	AnnotateHappensAfter(file, line, addr);
}

HD_EXPORT void WTFAnnotateBenignRaceSized(const char *file, int line, uintptr_t addr, uintptr_t size,
					  const char *why)
{
	AnnotateBenignRaceSized(file, line, addr, size, why);
}

/* ---- those that mean nothing to a detector that follows happens-before ---- */

ANNOTATION(CondVarSignal, uintptr_t cond UNUSED)
{
}
ANNOTATION(CondVarSignalAll, uintptr_t cond UNUSED)
{
}
ANNOTATION(CondVarWait, uintptr_t cond UNUSED, uintptr_t lock UNUSED)
{
}
ANNOTATION(MutexIsNotPHB, uintptr_t lock UNUSED)
{
}
ANNOTATION(MutexIsUsedAsCondVar, uintptr_t lock UNUSED)
{
}
ANNOTATION(PublishMemoryRange, uintptr_t addr UNUSED, uintptr_t size UNUSED)
{
}
ANNOTATION(UnpublishMemoryRange, uintptr_t addr UNUSED, uintptr_t size UNUSED)
{
}
ANNOTATION(PCQCreate, uintptr_t queue UNUSED)
{
}
ANNOTATION(PCQDestroy, uintptr_t queue UNUSED)
{
}
ANNOTATION(PCQPut, uintptr_t queue UNUSED)
{
}
ANNOTATION(PCQGet, uintptr_t queue UNUSED)
{
}
ANNOTATION(TraceMemory, uintptr_t addr UNUSED)
{
}
ANNOTATION(NoOp, uintptr_t addr UNUSED)
{
}
ANNOTATION(FlushState)
{
}
ANNOTATION(FlushExpectedRaces)
{
}
ANNOTATION(EnableRaceDetection, int enable UNUSED)
{
}
ANNOTATION(MemoryIsInitialized, uintptr_t addr UNUSED, uintptr_t size UNUSED)
{
}
ANNOTATION(MemoryIsUninitialized, uintptr_t addr UNUSED, uintptr_t size UNUSED)
{
}

HD_EXPORT int RunningOnValgrind(void)
{
	return 0;
}

HD_EXPORT double ValgrindSlowdown(void)
{
	return 10; /* as ThreadSanitizer says: tests have more patience then */
}
