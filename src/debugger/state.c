/* SPDX-License-Identifier: Apache-2.0 */
#include "debugger/state.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "debugger/hex.h"

#define THREADS_MOST 16384
#define SAY_MOST     (HD_RSP_PACKET_MAX / 8) /* bytes of a text in one packet */

unsigned hd_rsp_any_thread(struct hd_rsp_server *s)
{
	struct hd_rsp_stop stop = {0};

	s->ops->last_stop(s->target, &stop);
	free(stop.text);
	return stop.thread;
}

unsigned *hd_rsp_all_threads(struct hd_rsp_server *s, unsigned *n)
{
	unsigned *threads = hd_new(THREADS_MOST, sizeof *threads);

	*n = s->ops->threads(s->target, threads, THREADS_MOST);
	return threads;
}

bool hd_rsp_thread_number(const char **at, unsigned *thread)
{
	uint64_t number = 0;

	if (!hd_hex_word(at, "-1") && !hd_hex_number(at, &number))
		return false;
	*thread = (unsigned)number;
	return number <= UINT32_MAX;
}

void hd_rsp_send(struct hd_rsp_server *s, const char *payload, size_t n)
{
	struct hd_text frame;

	hd_text_begin(&frame);
	hd_rsp_write(frame.f, payload, n);
	free(s->last);
	s->last = hd_text_end(&frame);
	s->last_size = frame.length;
	s->send(s->to, s->last, s->last_size);
}

static void say_piece(struct hd_rsp_server *s, const char *text, size_t n)
{
	struct hd_text packet;
	char *payload;

	hd_text_begin(&packet);
	fputc('O', packet.f);
	hd_hex_put(packet.f, text, n);
	payload = hd_text_end(&packet);
	hd_rsp_send(s, payload, packet.length);
	free(payload);
}

void hd_rsp_say(struct hd_rsp_server *s, const char *text)
{
	for (size_t left = strlen(text), n; left; left -= n, text += n) {
		n = left < SAY_MOST ? left : SAY_MOST;
		say_piece(s, text, n);
	}
}
