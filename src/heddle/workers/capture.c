/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/capture.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/fail.h"
#include "base/text.h"

int hd_capture_init(struct hd_capture *c)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return -1;
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	*c = (struct hd_capture){.read_fd = ends[0],
				 .write_fd = ends[1],
				 .head = hd_new(HD_CAPTURE_HEAD, 1),
				 .tail = hd_new(HD_CAPTURE_TAIL, 1)};
	return 0;
}

void hd_capture_term(struct hd_capture *c)
{
	close(c->read_fd);
	close(c->write_fd);
	free(c->head);
	free(c->tail);
}

void hd_capture_add(struct hd_capture *c, const char *data, size_t n)
{
	if (c->total < HD_CAPTURE_HEAD) {
		size_t room = HD_CAPTURE_HEAD - c->total, part = n < room ? n : room;

		memcpy(c->head + c->total, data, part);
		c->total += part;
		data += part;
		n -= part;
	}
	if (n > HD_CAPTURE_TAIL) {
		c->total += n - HD_CAPTURE_TAIL;
		data += n - HD_CAPTURE_TAIL;
		n = HD_CAPTURE_TAIL;
	}
	while (n) {
		size_t at = (c->total - HD_CAPTURE_HEAD) % HD_CAPTURE_TAIL;
		size_t room = HD_CAPTURE_TAIL - at, part = n < room ? n : room;

		memcpy(c->tail + at, data, part);
		c->total += part;
		data += part;
		n -= part;
	}
}

void hd_capture_drain(struct hd_capture *c)
{
	static char buffer[65536];
	ssize_t n;

	while ((n = read(c->read_fd, buffer, sizeof(buffer))) > 0)
		hd_capture_add(c, buffer, (size_t)n);
}

static char byte_at(const struct hd_capture *c, size_t i)
{
	HD_ASSERT(i < c->total, "byte %zu of %zu", i, c->total);
	return i < HD_CAPTURE_HEAD ? c->head[i] : c->tail[(i - HD_CAPTURE_HEAD) % HD_CAPTURE_TAIL];
}

/* Where the last whole lines of at most `max` bytes begin; in the middle of a line that is longer. */
static size_t last_lines(const struct hd_capture *c, size_t end, size_t max)
{
	size_t from = end > max ? end - max : 0;

	if (!from)
		return 0;
	for (size_t i = from; i < end; i++)
		if (byte_at(c, i - 1) == '\n')
			return i;
	return from;
}

char *hd_capture_last(const struct hd_capture *c, size_t max)
{
	size_t end = c->total;
	struct hd_text text;

	while (end && byte_at(c, end - 1) == '\n')
		end--;
	hd_text_begin(&text);
	for (size_t i = last_lines(c, end, max); i < end; i++) {
		unsigned char byte = (unsigned char)byte_at(c, i);

		if (byte == '\n')
			fputs(" | ", text.f);
		else
			fputc(byte < ' ' || byte == 0x7f ? ' ' : byte, text.f);
	}
	return hd_text_end(&text);
}

static void put_visible(FILE *f, unsigned char byte)
{
	if (byte == '\t')
		fputs("\\t", f);
	else if (byte < ' ' || byte == 0x7f)
		fprintf(f, "\\x%02x", byte);
	else
		fputc(byte, f);
}

/* The line of these bytes; a carriage return at its end belongs to the line end. */
static char *line_text(const struct hd_capture *c, size_t from, size_t end, size_t width)
{
	struct hd_text text;

	if (end > from && byte_at(c, end - 1) == '\r')
		end--;
	hd_text_begin(&text);
	for (size_t i = from; i < end && i < from + width; i++)
		put_visible(text.f, (unsigned char)byte_at(c, i));
	if (end > from + width)
		fputs("...", text.f);
	return hd_text_end(&text);
}

unsigned hd_capture_last_lines(const struct hd_capture *c, unsigned most, size_t width, char ***lines)
{
	size_t end = c->total, least = end > HD_CAPTURE_TAIL ? end - HD_CAPTURE_TAIL : 0;
	unsigned n = 0;

	*lines = hd_new(most, sizeof(**lines));
	while (n < most && end > least) {
		size_t from = end;

		while (from > least && byte_at(c, from - 1) != '\n')
			from--;
		if (from < end)
			(*lines)[most - ++n] = line_text(c, from, end, width);
		end = from > least ? from - 1 : least;
	}
	memmove(*lines, *lines + most - n, n * sizeof(**lines));
	return n;
}

void hd_capture_print(const struct hd_capture *c, FILE *f)
{
	size_t rest, at;

	if (c->total <= HD_CAPTURE_HEAD) {
		fwrite(c->head, 1, c->total, f);
		return;
	}
	fwrite(c->head, 1, HD_CAPTURE_HEAD, f);
	rest = c->total - HD_CAPTURE_HEAD;
	if (rest <= HD_CAPTURE_TAIL) {
		fwrite(c->tail, 1, rest, f);
		return;
	}
	fprintf(f, "\n[heddle: %zu bytes left out here]\n", rest - HD_CAPTURE_TAIL);
	at = rest % HD_CAPTURE_TAIL;
	fwrite(c->tail + at, 1, HD_CAPTURE_TAIL - at, f);
	fwrite(c->tail, 1, at, f);
}
