/* SPDX-License-Identifier: Apache-2.0 */
#include "debugger/state.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/text.h"
#include "debugger/hex.h"

unsigned hd_rsp_any_thread(struct hd_rsp_server *s)
{
	struct hd_rsp_stop stop = {0};

	s->ops->last_stop(s->target, &stop);
	free(stop.text);
	return stop.thread;
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
