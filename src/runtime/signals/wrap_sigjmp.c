/* SPDX-License-Identifier: Apache-2.0
 *
 * Jumps: a mask that was saved is that of the model, and a jump out of a handler ends the handler. libc saves
 * the kernel's mask in the first word of a buffer's set; the other words are ours. */
#include "runtime/signals/wrap_sigjmp.h"

#include "runtime/arch/arch.h"
#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/signals/signal_handle.h"
#include "runtime/signals/signal_pending.h"

#define SAVED 0x6865646c652d6d6bUL

enum word { WORD_KERNEL, WORD_TAG, WORD_MASK };

void *hd_sigsetjmp(struct __jmp_buf_tag *buffer, int save_mask)
{
	static void *real;

	if (!real)
		real = hd_real_symbol("__sigsetjmp");
	if (save_mask) {
		buffer->__saved_mask.__val[WORD_TAG] = hd_active() ? SAVED : 0;
		buffer->__saved_mask.__val[WORD_MASK] = hd_active() ? hd_self()->sigmask : 0;
	}
	return real;
}

static void prepare_jump(struct __jmp_buf_tag *buffer)
{
	struct hd_thread *t = hd_self();

	if (t->frame)
		hd_frames_drop(t, hd_arch_jump_target(buffer->__jmpbuf));
	if (buffer->__mask_was_saved && buffer->__saved_mask.__val[WORD_TAG] == SAVED) {
		t->sigmask = buffer->__saved_mask.__val[WORD_MASK];
		t->sigmask_lent = false;
		hd_signals_refresh(t);
	}
}

#define JUMP(name)                                                                                           \
	HD_EXPORT _Noreturn void name(struct __jmp_buf_tag buffer[1], int value)                             \
	{                                                                                                    \
		if (hd_active())                                                                             \
			prepare_jump(buffer);                                                                \
		HD_REAL(name)(buffer, value);                                                                \
		__builtin_unreachable();                                                                     \
	}

extern _Noreturn void __longjmp_chk(struct __jmp_buf_tag buffer[1], int value);

JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
