/* SPDX-License-Identifier: Apache-2.0
 *
 * A debugger's view of a replay: the target of the remote serial protocol. Thread N of the schedule has the
 * number N + 1 there. */
#pragma once

#include "heddle/debug/debuggee.h"
#include "heddle/debug/stack_ends.h"
#include "heddle/debug/thread_text.h"
#include "heddle/debug/timeline.h"

struct hd_debug_session {
	struct hd_debuggee debuggee;
	struct hd_thread_texts texts;
	struct hd_timeline timeline;
	struct hd_stack_ends stack_ends;
};
