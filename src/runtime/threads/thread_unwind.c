/* SPDX-License-Identifier: Apache-2.0
 *
 * How a thread ends before its start function returns. libc's own way ends the kernel thread, so a fiber
 * needs another one: libgcc's forced unwinding runs the cleanups of C++ and -fexceptions frames, and the
 * cleanup handlers of plain C, which are jump buffers on the stack, are entered when unwinding passes them.
 * Such a handler comes back through __pthread_unwind_next().
 *
 * The chain of jump buffers starts at t->cleanup. A buffer's __pad is ours: libc's functions never see it. */
#include "runtime/threads/thread_unwind.h"

#include <pthread.h>
#include <setjmp.h>
#include <unwind.h>

#include "runtime/common/real.h"
#include "runtime/common/unwinder.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/threads/thread_end.h"

enum pad { PAD_PREVIOUS, PAD_WAS_ASYNC };

typedef __typeof__(&_Unwind_ForcedUnwind) forced_unwind;
typedef __typeof__(&_Unwind_GetCFA) get_cfa;
typedef __typeof__(&_Unwind_GetIP) get_ip;
typedef __typeof__(&_Unwind_Backtrace) backtrace;

static forced_unwind unwind;
static get_cfa frame_address;
static get_ip code_address;
static backtrace walk_frames;

/* One a thread: it must stay while the frames that started the unwinding are overwritten. */
static struct _Unwind_Exception exceptions[HD_MAX_THREADS];

void hd_unwind_prepare(void)
{
	frame_address = (get_cfa)hd_unwinder_symbol("_Unwind_GetCFA");
	if (frame_address)
		unwind = (forced_unwind)hd_unwinder_symbol("_Unwind_ForcedUnwind");
	code_address = (get_ip)hd_unwinder_symbol("_Unwind_GetIP");
	if (code_address)
		walk_frames = (backtrace)hd_unwinder_symbol("_Unwind_Backtrace");
}

/* Into the innermost cleanup handler. It is taken off the chain first: should it end the thread once more,
 * the next one outwards follows. */
static _Noreturn void enter_handler(struct hd_thread *t)
{
	const __pthread_unwind_buf_t *buffer = t->cleanup;
	void *environment = t->cleanup; /* the buffer starts with the part of a sigjmp_buf that is in use */

	t->cleanup = buffer->__pad[PAD_PREVIOUS];
	siglongjmp(environment, 1);
}

static _Noreturn void finish_unwinding(struct hd_thread *t)
{
	if (t->cleanup)
		enter_handler(t);
	hd_thread_exit(t->result);
}

static _Unwind_Reason_Code unwind_at_frame(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
					   struct _Unwind_Exception *exception,
					   struct _Unwind_Context *context, void *parameter)
{
	struct hd_thread *t = parameter;
	uintptr_t frame = frame_address(context);

	(void)version, (void)class, (void)exception;
	if ((actions & _UA_END_OF_STACK) || (t->stack_hi && frame >= (uintptr_t)t->stack_hi))
		finish_unwinding(t);
	if (t->cleanup && frame > (uintptr_t)t->cleanup)
		enter_handler(t);
	return _URC_NO_REASON;
}

static _Unwind_Reason_Code stop_in_program(struct _Unwind_Context *context, void *site)
{
	uintptr_t pc = code_address(context);
	const struct hd_module *m = hd_module_of(pc);

	if (!m || !m->instrumented)
		return _URC_NO_REASON;
	*(uint32_t *)site = hd_site_of(pc);
	return _URC_END_OF_STACK;
}

/* The catch block is in the innermost frame of the program's own code: the C++ library was called from there.
 */
static uint32_t swallowing_site(void)
{
	uint32_t site = HD_NO_SITE;

	if (walk_frames)
		walk_frames(stop_in_program, &site);
	return site;
}

static void exception_was_swallowed(_Unwind_Reason_Code reason, struct _Unwind_Exception *exception)
{
	(void)reason, (void)exception;
	hd_fail(HD_OUT_ABORT, swallowing_site(), 0,
		"a catch (...) block ended without rethrowing while its thread was exiting or cancelled");
}

static _Noreturn void go_on_unwinding(struct hd_thread *t)
{
	struct _Unwind_Exception *exception = &exceptions[t->id];

	if (unwind) {
		exception->exception_class = 0;
		exception->exception_cleanup = exception_was_swallowed;
		unwind(exception, unwind_at_frame, t);
	}
	finish_unwinding(t);
}

void hd_thread_unwind(void *result)
{
	struct hd_thread *t = hd_self();

	t->result = result;
	t->exiting = true;
	t->cancel_disabled = true; /* what runs from now on is not cancelled */
	hd_frames_drop_all(t); /* signal handlers do not return any more, and their frames are about to go */
	go_on_unwinding(t);
}

HD_EXPORT void __pthread_register_cancel(__pthread_unwind_buf_t *buffer)
{
	struct hd_thread *t;

	if (!hd_active()) {
		HD_REAL(__pthread_register_cancel)(buffer);
		return;
	}
	t = hd_self();
	buffer->__pad[PAD_PREVIOUS] = t->cleanup;
	t->cleanup = buffer;
}

HD_EXPORT void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer)
{
	if (!hd_active()) {
		HD_REAL(__pthread_unregister_cancel)(buffer);
		return;
	}
	hd_self()->cleanup = buffer->__pad[PAD_PREVIOUS];
}

HD_EXPORT void __pthread_register_cancel_defer(__pthread_unwind_buf_t *buffer)
{
	struct hd_thread *t;

	if (!hd_active()) {
		HD_REAL(__pthread_register_cancel_defer)(buffer);
		return;
	}
	t = hd_self();
	buffer->__pad[PAD_PREVIOUS] = t->cleanup;
	buffer->__pad[PAD_WAS_ASYNC] = t->cancel_async ? t : NULL;
	hd_cancel_async(t, false);
	t->cleanup = buffer;
}

HD_EXPORT void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *buffer)
{
	struct hd_thread *t;

	if (!hd_active()) {
		HD_REAL(__pthread_unregister_cancel_restore)(buffer);
		return;
	}
	t = hd_self();
	t->cleanup = buffer->__pad[PAD_PREVIOUS];
	hd_cancel_async(t, buffer->__pad[PAD_WAS_ASYNC] != NULL);
	if (t->cancel_async)
		hd_cancel_point();
}

HD_EXPORT void __pthread_unwind_next(__pthread_unwind_buf_t *buffer)
{
	if (!hd_active())
		HD_REAL(__pthread_unwind_next)(buffer);
	go_on_unwinding(hd_self());
}
