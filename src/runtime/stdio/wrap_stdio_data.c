/* SPDX-License-Identifier: Apache-2.0
 *
 * Characters, lines and blocks from and to streams. */
#include <stdio.h>

#include "runtime/access/string_real.h"
#include "runtime/common/real.h"
#include "runtime/stdio/streams.h"

extern ssize_t __getdelim(char **line, size_t *size, int end, FILE *stream);
extern int _IO_getc(FILE *stream);
extern int _IO_putc(int c, FILE *stream);
extern char *__fgets_chk(char *to, size_t room, int size, FILE *stream);
extern size_t __fread_chk(void *to, size_t room, size_t size, size_t n, FILE *stream);

#define NOTHING ((void)0)

HD_STREAM_DATA(size_t, fread, stream, (void *restrict to, size_t size, size_t n, FILE *restrict stream),
	       (to, size, n, stream), NOTHING, hd_writes(to, r *size, user))
HD_STREAM_DATA(size_t, fread_unlocked, stream,
	       (void *restrict to, size_t size, size_t n, FILE *restrict stream), (to, size, n, stream),
	       NOTHING, hd_writes(to, r *size, user))
HD_STREAM_DATA(size_t, __fread_chk, stream, (void *to, size_t room, size_t size, size_t n, FILE *stream),
	       (to, room, size, n, stream), NOTHING, hd_writes(to, r *size, user))
HD_STREAM_DATA(size_t, fwrite, stream,
	       (const void *restrict from, size_t size, size_t n, FILE *restrict stream),
	       (from, size, n, stream), hd_reads(from, n *size, user), NOTHING)
HD_STREAM_DATA(size_t, fwrite_unlocked, stream,
	       (const void *restrict from, size_t size, size_t n, FILE *restrict stream),
	       (from, size, n, stream), hd_reads(from, n *size, user), NOTHING)

/* A line that was read, with its end. */
static void wrote_line(const char *line, uintptr_t user)
{
	if (line)
		hd_writes(line, HD_BASIC(strlen)(line) + 1, user);
}

HD_STREAM_DATA(char *, fgets, stream, (char *restrict to, int size, FILE *restrict stream),
	       (to, size, stream), NOTHING, wrote_line(r, user))
HD_STREAM_DATA(char *, fgets_unlocked, stream, (char *restrict to, int size, FILE *restrict stream),
	       (to, size, stream), NOTHING, wrote_line(r, user))
HD_STREAM_DATA(char *, __fgets_chk, stream, (char *to, size_t room, int size, FILE *stream),
	       (to, room, size, stream), NOTHING, wrote_line(r, user))
HD_STREAM_DATA(int, fputs, stream, (const char *restrict from, FILE *restrict stream), (from, stream),
	       hd_reads_string(from, PTRDIFF_MAX, user), NOTHING)
HD_STREAM_DATA(int, fputs_unlocked, stream, (const char *restrict from, FILE *restrict stream),
	       (from, stream), hd_reads_string(from, PTRDIFF_MAX, user), NOTHING)

/* getline() may make the buffer larger; n characters were read. */
static void uses_buffer(char *const *line, const size_t *size, uintptr_t user)
{
	hd_writes(line, sizeof *line, user);
	hd_writes(size, sizeof *size, user);
}

static void filled_buffer(char *const *line, ssize_t n, uintptr_t user)
{
	if (n >= 0)
		hd_writes(*line, (size_t)n + 1, user);
}

HD_STREAM_DATA(ssize_t, getline, stream, (char **restrict line, size_t *restrict size, FILE *restrict stream),
	       (line, size, stream), uses_buffer(line, size, user), filled_buffer(line, r, user))
HD_STREAM_DATA(ssize_t, getdelim, stream,
	       (char **restrict line, size_t *restrict size, int end, FILE *restrict stream),
	       (line, size, end, stream), uses_buffer(line, size, user), filled_buffer(line, r, user))
HD_STREAM_DATA(ssize_t, __getdelim, stream, (char **line, size_t *size, int end, FILE *stream),
	       (line, size, end, stream), uses_buffer(line, size, user), filled_buffer(line, r, user))
HD_STREAM_CALL(int, ungetc, (int c, FILE *stream), (c, stream))
HD_STREAM_CALL(int, getw, (FILE * stream), (stream))
HD_STREAM_CALL(int, putw, (int w, FILE *stream), (w, stream))

/* A character that is in the buffer already, or that there is room for, is no step. */
static bool has_input(const FILE *stream)
{
	return hd_stdio_owner(stream) == HD_NO_TID && stream->_IO_read_ptr < stream->_IO_read_end;
}

static bool has_room_in_buffer(const FILE *stream, int c)
{
	return hd_stdio_owner(stream) == HD_NO_TID && stream->_IO_write_ptr < stream->_IO_write_end &&
	       c != '\n';
}

#define READS_CHARACTER(name)                                                                                \
	HD_EXPORT int name(FILE *stream)                                                                     \
	{                                                                                                    \
		int c;                                                                                       \
                                                                                                             \
		if (!hd_stream_matters(stream) || has_input(stream) ||                                       \
		    !hd_stream_begin_slow(stream, HD_SITE()))                                                \
			return HD_REAL(name)(stream);                                                        \
		c = HD_REAL(name)(stream);                                                                   \
		hd_stream_end(stream);                                                                       \
		return c;                                                                                    \
	}

#define WRITES_CHARACTER(name)                                                                               \
	HD_EXPORT int name(int c, FILE *stream)                                                              \
	{                                                                                                    \
		int r;                                                                                       \
                                                                                                             \
		if (!hd_stream_matters(stream) || has_room_in_buffer(stream, c) ||                           \
		    !hd_stream_begin_slow(stream, HD_SITE()))                                                \
			return HD_REAL(name)(c, stream);                                                     \
		r = HD_REAL(name)(c, stream);                                                                \
		hd_stream_end(stream);                                                                       \
		return r;                                                                                    \
	}

READS_CHARACTER(fgetc)
READS_CHARACTER(getc)
READS_CHARACTER(_IO_getc)
WRITES_CHARACTER(fputc)
WRITES_CHARACTER(putc)
WRITES_CHARACTER(_IO_putc)

/* ---- the standard streams; libc's headers have bodies for some of the names ---- */

#define STANDARD(result, name, of, params, args)                                                             \
	HD_EXPORT result own_##name params __asm__(#name);                                                   \
	result own_##name params                                                                             \
	{                                                                                                    \
		FILE *stream = of;                                                                           \
		result r;                                                                                    \
                                                                                                             \
		if (!hd_stream_matters(stream) || !hd_stream_begin_slow(stream, HD_SITE()))                  \
			return HD_REAL(name) args;                                                           \
		r = HD_REAL(name) args;                                                                      \
		hd_stream_end(stream);                                                                       \
		return r;                                                                                    \
	}

STANDARD(int, getchar, stdin, (void), ())
STANDARD(int, putchar, stdout, (int c), (c))
HD_STREAM_DATA(int, puts, stdout, (const char *s), (s), hd_reads_string(s, PTRDIFF_MAX, user), NOTHING)

HD_EXPORT void perror(const char *s)
{
	FILE *stream = stderr;

	if (hd_stream_matters(stream))
		hd_stdio_pass(stream, HD_SITE());
	if (s && hd_by_program(HD_PC()))
		hd_reads_string(s, PTRDIFF_MAX, HD_PC());
	HD_REAL(perror)(s);
}

/* ---- places and states ---- */

HD_STREAM_CALL(int, fseek, (FILE * stream, long by, int from), (stream, by, from))
HD_STREAM_CALL(int, fseeko, (FILE * stream, off_t by, int from), (stream, by, from))
HD_STREAM_CALL(int, fseeko64, (FILE * stream, off64_t by, int from), (stream, by, from))
HD_STREAM_CALL(long, ftell, (FILE * stream), (stream))
HD_STREAM_CALL(off_t, ftello, (FILE * stream), (stream))
HD_STREAM_CALL(off64_t, ftello64, (FILE * stream), (stream))
HD_STREAM_CALL(int, fgetpos, (FILE *restrict stream, fpos_t *restrict at), (stream, at))
HD_STREAM_CALL(int, fsetpos, (FILE * stream, const fpos_t *at), (stream, at))
HD_STREAM_CALL_VOID(rewind, (FILE * stream), (stream))
HD_STREAM_CALL(int, setvbuf, (FILE *restrict stream, char *restrict buffer, int mode, size_t size),
	       (stream, buffer, mode, size))
HD_STREAM_CALL_VOID(setbuf, (FILE *restrict stream, char *restrict buffer), (stream, buffer))
HD_STREAM_CALL_VOID(setbuffer, (FILE *restrict stream, char *restrict buffer, size_t size),
		    (stream, buffer, size))
HD_STREAM_CALL_VOID(setlinebuf, (FILE * stream), (stream))
HD_STREAM_CALL(int, feof, (FILE * stream), (stream))
HD_STREAM_CALL(int, ferror, (FILE * stream), (stream))
HD_STREAM_CALL_VOID(clearerr, (FILE * stream), (stream))
