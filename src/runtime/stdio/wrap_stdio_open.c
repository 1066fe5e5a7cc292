/* SPDX-License-Identifier: Apache-2.0
 *
 * Streams are made, flushed and closed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/common/caller.h"
#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/io/fifo.h"
#include "runtime/io/io.h"
#include "runtime/reset/identity.h"
#include "runtime/reset/kernel.h"
#include "runtime/reset/names.h"
#include "runtime/reset/own_process.h"
#include "runtime/reset/random_device.h"
#include "runtime/reset/uncontrolled_calls.h"
#include "runtime/stdio/streams.h"

#define OPENS_STREAM(name, params, args)                                                                     \
	HD_EXPORT FILE *name params                                                                          \
	{                                                                                                    \
		FILE *stream;                                                                                \
                                                                                                             \
		if (hd_active())                                                                             \
			hd_fd_point(HD_OPEN, HD_SITE());                                                     \
		stream = HD_REAL(name) args;                                                                 \
		hd_fd_made_some(stream ? stream->_fileno : -1);                                              \
		return stream;                                                                               \
	}

OPENS_STREAM(tmpfile, (void), ())
OPENS_STREAM(tmpfile64, (void), ())

/* The flags of open() for a mode of fopen(), -1: no such mode. */
static int flags_of(const char *mode)
{
	int plus = strchr(mode, '+') ? O_RDWR : 0;
	int rest = (strchr(mode, 'e') ? O_CLOEXEC : 0) | (strchr(mode, 'x') ? O_EXCL : 0);

	switch (mode[0]) {
	case 'r':
		return rest | (plus ? plus : O_RDONLY);
	case 'w':
		return rest | (plus ? plus : O_WRONLY) | O_CREAT | O_TRUNC;
	case 'a':
		return rest | (plus ? plus : O_WRONLY) | O_CREAT | O_APPEND;
	default:
		return -1;
	}
}

static FILE *open_stream(const char *path, const char *mode, uint32_t site)
{
	int fd = hd_open(AT_FDCWD, path, flags_of(mode), site);
	FILE *stream = fd < 0 ? NULL : hd_stream_make(fd, mode);

	if (fd >= 0 && !stream)
		close(fd);
	return stream;
}

#define OPENS_PATH(name)                                                                                     \
	HD_EXPORT FILE *name(const char *restrict path, const char *restrict mode)                           \
	{                                                                                                    \
		char own[HD_OWN_PATH];                                                                       \
		FILE *stream;                                                                                \
                                                                                                             \
		stream = hd_random_stream(path, mode, HD_PC());                                              \
		if (stream)                                                                                  \
			return stream;                                                                       \
		path = hd_path_of_own(path, own);                                                            \
		hd_source_path(path, HD_PC(), #name);                                                        \
		if (hd_active() && flags_of(mode) >= 0 && hd_path_may_block(AT_FDCWD, path))                 \
			return open_stream(path, mode, HD_SITE());                                           \
		if (hd_active())                                                                             \
			hd_fd_point(HD_OPEN, HD_SITE());                                                     \
		stream = HD_REAL(name)(path, mode);                                                          \
		hd_name_opened(stream ? stream->_fileno : -1, path, flags_of(mode));                         \
		hd_path_opened(stream ? stream->_fileno : -1);                                               \
		hd_own_process_opened(stream ? stream->_fileno : -1, path);                                  \
		return stream;                                                                               \
	}

OPENS_PATH(fopen)
OPENS_PATH(fopen64)

HD_EXPORT FILE *fdopen(int fd, const char *mode)
{
	if (hd_active() && flags_of(mode) >= 0 && hd_stream_is_wanted(fd))
		return hd_stream_make(fd, mode);
	return HD_REAL(fdopen)(fd, mode);
}

HD_EXPORT int fileno(FILE *stream)
{
	int fd = hd_stream_fd(stream);

	return fd >= 0 ? fd : HD_REAL(fileno)(stream);
}

HD_EXPORT int fileno_unlocked(FILE *stream)
{
	int fd = hd_stream_fd(stream);

	return fd >= 0 ? fd : HD_REAL(fileno_unlocked)(stream);
}

HD_EXPORT int fflush(FILE *stream)
{
	int result;

	if (!stream) {
		if (hd_active())
			hd_streams_flush(HD_SITE());
		return HD_REAL(fflush)(NULL);
	}
	if (hd_active() && stream->_IO_write_ptr > stream->_IO_write_base)
		hd_cancel_point();
	if (!hd_stream_matters(stream) || !hd_stream_begin_slow(stream, HD_SITE()))
		return HD_REAL(fflush)(stream);
	result = HD_REAL(fflush)(stream);
	hd_stream_end(stream);
	return result;
}

/* Output that waits is written out first, while other threads may go on; the rest does not wait. */
static int close_ours(FILE *stream, int fd, uint32_t site)
{
	struct hd_op op = hd_op(HD_CLOSE, NULL, site);
	int flushed, result;

	hd_stdio_enter(stream, site);
	flushed = HD_REAL(fflush)(stream);
	hd_stream_end(stream);
	op.addr = hd_fd_channel(fd);
	hd_sched_point(&op);
	result = HD_REAL(fclose)(stream);
	hd_stream_forget(stream);
	return flushed ? EOF : result;
}

HD_EXPORT int fclose(FILE *stream)
{
	int fd, result;

	if (!hd_active() || !stream)
		return HD_REAL(fclose)(stream);
	fd = hd_stream_fd(stream);
	if (fd >= 0)
		return close_ours(stream, fd, HD_SITE());
	fd = stream->_fileno;
	if (hd_kernel_is_old_file(fd))
		hd_taint(HD_TAINT_DESCRIPTORS);
	if (hd_stdio_nlocked)
		hd_stdio_pass(stream, HD_SITE());
	hd_fd_point(HD_CLOSE, HD_SITE());
	result = HD_REAL(fclose)(stream);
	hd_fd_closed(fd);
	return result;
}

/* The stream becomes one of libc's own, over a file, even if hd_stream_make() had made it. */
#define REOPENS(name)                                                                                        \
	HD_EXPORT FILE *name(const char *restrict path, const char *restrict mode, FILE *restrict stream)    \
	{                                                                                                    \
		bool ours = hd_active() && hd_stream_fd(stream) >= 0;                                        \
		FILE *again;                                                                                 \
                                                                                                             \
		if (!hd_active())                                                                            \
			return HD_REAL(name)(path, mode, stream);                                            \
		hd_taint(HD_TAINT_DESCRIPTORS);                                                              \
		if (path && hd_path_may_block(AT_FDCWD, path))                                               \
			hd_unsupported(HD_SITE(), "freopen() of %s, which is no file", path);                \
		if (ours)                                                                                    \
			fflush(stream);                                                                      \
		hd_fd_closed(stream->_fileno);                                                               \
		again = HD_REAL(name)(path, mode, stream);                                                   \
		hd_stream_forget(stream);                                                                    \
		hd_fd_made_some(again ? again->_fileno : -1);                                                \
		return again;                                                                                \
	}

REOPENS(freopen)
REOPENS(freopen64)
