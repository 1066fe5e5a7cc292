/* SPDX-License-Identifier: Apache-2.0
 *
 * Streams over descriptors that may block. libc reads and writes by itself within its functions, so such a
 * stream is made with fopencookie(): libc calls back here when it needs data or room, and the thread waits
 * here. Other threads go on meanwhile; the modelled lock (stdio_lock.h), which each function on the stream
 * takes before libc's own, keeps them out of this stream.
 *
 * Streams over files are libc's own and cost one comparison. */
#pragma once

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "runtime/common/rt.h"
#include "runtime/common/caller.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/stdio/stdio_lock.h"

#define HD_COOKIE_FILENO (-2) /* libc's mark of streams that have no descriptor */

/* A stream for a descriptor that may block; mode as for fdopen(). NULL and errno. */
FILE *hd_stream_make(int fd, const char *mode);
/* The descriptor may block, so that a stream for it has to be made here. */
bool hd_stream_is_wanted(int fd);
/* The descriptor of a stream that hd_stream_make() made; -1: it did not make this one. */
int hd_stream_fd(const FILE *stream);
/* The child that popen() made for the stream, 0: none. */
pid_t hd_stream_child(const FILE *stream);
void hd_stream_set_child(const FILE *stream, pid_t child);
/* A child that popen() makes must not have the streams of earlier popen() calls. Returns an error number. */
int hd_streams_close_in(posix_spawn_file_actions_t *actions);
/* The stream is closed. */
void hd_stream_forget(const FILE *stream);

/* A call of libc's on a stream: begin returns false if it is not to be controlled. */
bool hd_stream_begin_slow(FILE *stream, uint32_t site);
void hd_stream_end(FILE *stream);

static inline bool hd_stream_matters(const FILE *stream)
{
	return hd_active() &&
	       (hd_stdio_nlocked || stream->_fileno == HD_COOKIE_FILENO || hd_cancel_due(hd_rt.run.self));
}

/* Write out the output that waits in all streams. */
void hd_streams_flush(uint32_t site);
/* The same, but skip streams that other threads are using. */
void hd_streams_flush_at_exit(uint32_t site);
/* The program ends now: a thread that is within a stream stays there, and output that waits in it is lost. */
void hd_streams_give_up(void);

void hd_streams_run_begin(void);

/* `result name(params)` on a stream, as libc does it but controlled. libc's headers have bodies for some of
 * the names, so ours are others. */
#define HD_STREAM_CALL(result, name, params, args)                                                           \
	HD_EXPORT result own_##name params __asm__(#name);                                                   \
	result own_##name params                                                                             \
	{                                                                                                    \
		result r;                                                                                    \
                                                                                                             \
		if (!hd_stream_matters(stream) || !hd_stream_begin_slow(stream, HD_SITE()))                  \
			return HD_REAL(name) args;                                                           \
		r = HD_REAL(name) args;                                                                      \
		hd_stream_end(stream);                                                                       \
		return r;                                                                                    \
	}

#define HD_STREAM_CALL_VOID(name, params, args)                                                              \
	HD_EXPORT void own_##name params __asm__(#name);                                                     \
	void own_##name params                                                                               \
	{                                                                                                    \
		bool controlled = hd_stream_matters(stream) && hd_stream_begin_slow(stream, HD_SITE());      \
                                                                                                             \
		HD_REAL(name) args;                                                                          \
		if (controlled)                                                                              \
			hd_stream_end(stream);                                                               \
	}

/* The same for a call that reads (`before`) or writes (`after`, with the result in r) memory of the program,
 * on behalf of `user`. */
#define HD_STREAM_DATA(result, name, of, params, args, before, after)                                        \
	HD_EXPORT result own_##name params __asm__(#name);                                                   \
	result own_##name params                                                                             \
	{                                                                                                    \
		FILE *stream_ = of;                                                                          \
		bool controlled = hd_stream_matters(stream_) && hd_stream_begin_slow(stream_, HD_SITE());    \
		uintptr_t user = hd_by_program(HD_PC()) ? HD_PC() : 0;                                       \
		result r;                                                                                    \
                                                                                                             \
		if (user)                                                                                    \
			before;                                                                              \
		r = HD_REAL(name) args;                                                                      \
		if (user) {                                                                                  \
			int error_ = errno;                                                                  \
                                                                                                             \
			after;                                                                               \
			errno = error_;                                                                      \
		}                                                                                            \
		if (controlled)                                                                              \
			hd_stream_end(stream_);                                                              \
		return r;                                                                                    \
	}
