/* SPDX-License-Identifier: Apache-2.0
 * annotate_everything.c: what programs call when they are built with -fsanitize=thread is there, natively and
 * in a run, and does no harm.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/tsan_interface.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef __SANITIZE_THREAD__
#if !__has_feature(thread_sanitizer)
#error the compiler does not say that it instruments for a thread sanitizer
#endif
#endif

#define WITHOUT_ARGUMENTS(use)                                                                               \
	use(IgnoreReadsBegin) use(IgnoreReadsEnd) use(IgnoreWritesBegin) use(IgnoreWritesEnd)                \
	    use(IgnoreSyncBegin) use(IgnoreSyncEnd) use(FlushState) use(FlushExpectedRaces)
#define WITH_ADDRESS(use)                                                                                    \
	use(HappensBefore) use(HappensAfter) use(RWLockCreate) use(RWLockCreateStatic) use(RWLockDestroy)    \
	    use(CondVarSignal) use(CondVarSignalAll) use(MutexIsNotPHB) use(MutexIsUsedAsCondVar)            \
		use(PCQCreate) use(PCQPut) use(PCQGet) use(PCQDestroy) use(TraceMemory) use(NoOp)
#define WITH_SIZE(use)                                                                                       \
	use(RWLockAcquired) use(RWLockReleased) use(PublishMemoryRange) use(UnpublishMemoryRange)            \
	    use(NewMemory) use(MemoryIsInitialized) use(MemoryIsUninitialized) use(CondVarWait)

#define DECLARE0(name) void Annotate##name(const char *, int);
#define DECLARE1(name) void Annotate##name(const char *, int, uintptr_t);
#define DECLARE2(name) void Annotate##name(const char *, int, uintptr_t, uintptr_t);
WITHOUT_ARGUMENTS(DECLARE0)
WITH_ADDRESS(DECLARE1)
WITH_SIZE(DECLARE2)
void AnnotateBenignRace(const char *, int, uintptr_t, const char *);
void AnnotateExpectRace(const char *, int, uintptr_t, const char *);
void AnnotateThreadName(const char *, int, const char *);
void AnnotateEnableRaceDetection(const char *, int, int);
void __tsan_ignore_thread_begin(void);
void __tsan_ignore_thread_end(void);
void *__tsan_get_current_report(void);

#define CALL0(name) Annotate##name(__FILE__, __LINE__);
#define CALL1(name) Annotate##name(__FILE__, __LINE__, (uintptr_t)block);
#define CALL2(name) Annotate##name(__FILE__, __LINE__, (uintptr_t)block, 8);

static void annotate(char *block)
{
	WITHOUT_ARGUMENTS(CALL0)
	WITH_ADDRESS(CALL1)
	WITH_SIZE(CALL2)
	AnnotateBenignRace(__FILE__, __LINE__, (uintptr_t)block, "none");
	AnnotateExpectRace(__FILE__, __LINE__, (uintptr_t)block, "none");
	AnnotateThreadName(__FILE__, __LINE__, "a name that is longer than most");
	AnnotateEnableRaceDetection(__FILE__, __LINE__, 1);
}

static void use_mutex(char *block)
{
	__tsan_mutex_create(block, 0);
	__tsan_mutex_pre_lock(block, __tsan_mutex_try_lock);
	__tsan_mutex_post_lock(block, __tsan_mutex_try_lock, 0);
	__tsan_mutex_pre_signal(block, 0);
	__tsan_mutex_pre_divert(block, 0);
	__tsan_mutex_post_divert(block, 0);
	__tsan_mutex_post_signal(block, 0);
	__tsan_mutex_pre_unlock(block, 0);
	__tsan_mutex_post_unlock(block, 0);
	__tsan_mutex_destroy(block, 0);
}

static void use_fiber(void)
{
	void *home = __tsan_get_current_fiber(), *fiber = __tsan_create_fiber(0);

	assert(home && fiber);
	__tsan_set_fiber_name(fiber, "fiber");
	__tsan_switch_to_fiber(fiber, 0);
	__tsan_switch_to_fiber(home, __tsan_switch_to_fiber_no_sync);
	__tsan_destroy_fiber(fiber);
}

static void *worker(void *arg)
{
	char *block = calloc(1, 64);

	annotate(block);
	use_mutex(block);
	use_fiber();
	__tsan_release(block);
	__tsan_acquire(block);
	__tsan_ignore_thread_begin();
	__tsan_ignore_thread_end();
	__tsan_external_assign_tag(block, __tsan_external_register_tag("thing"));
	__tsan_external_write(block, __builtin_return_address(0), NULL);
	__tsan_external_read(block, __builtin_return_address(0), NULL);
	__tsan_flush_memory();
	assert(!__tsan_get_current_report());
	__sanitizer_unaligned_store32(block + 1, 7);
	assert(__sanitizer_unaligned_load32(block + 1) == 7);
	__sanitizer_set_death_callback(NULL);
	free(block);
	return arg;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
