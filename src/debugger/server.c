/* SPDX-License-Identifier: Apache-2.0 */
#include "debugger/server.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "debugger/handle_memory.h"
#include "debugger/handle_query.h"
#include "debugger/handle_resume.h"
#include "debugger/hex.h"

/* Hg: whose registers are meant; Hc: who steps. */
static void handle_select(struct hd_rsp_server *s, const char *args, size_t n)
{
	char what = *args;
	unsigned thread;

	(void)n;
	if ((what != 'g' && what != 'c') || (args++, !hd_rsp_thread_number(&args, &thread)) ||
	    (thread && !s->ops->alive(s->target, thread))) {
		fputs(HD_RSP_ERROR, s->reply);
		return;
	}
	if (what == 'g')
		s->register_thread = thread;
	else
		s->step_thread = thread;
	fputs("OK", s->reply);
}

static void handle_is_alive(struct hd_rsp_server *s, const char *args, size_t n)
{
	unsigned thread;

	(void)n;
	fputs(hd_rsp_thread_number(&args, &thread) && s->ops->alive(s->target, thread) ? "OK" : HD_RSP_ERROR,
	      s->reply);
}

static void handle_set(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)n;
	if (!strcmp(args, "StartNoAckMode"))
		s->no_acks = true;
	else if (!strcmp(args, "ListThreadsInStopReply"))
		s->lists_threads = true;
	else
		return;
	fputs("OK", s->reply);
}

static void handle_extended(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)args, (void)n;
	s->extended = true;
	fputs("OK", s->reply);
}

static void handle_detach(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)args, (void)n;
	s->over = true;
	fputs("OK", s->reply);
}

static const struct {
	char name;
	bool answers;
	void (*handle)(struct hd_rsp_server *s, const char *args, size_t n);
} packets[] = {
    {'!', true, handle_extended},
    {'?', true, hd_rsp_handle_why},
    {'D', true, handle_detach},
    {'G', true, hd_rsp_handle_write_registers},
    {'H', true, handle_select},
    {'M', true, hd_rsp_handle_write_memory},
    {'P', true, hd_rsp_handle_write_register},
    {'Q', true, handle_set},
    {'R', false, hd_rsp_handle_restart},
    {'T', true, handle_is_alive},
    {'X', true, hd_rsp_handle_write_bytes},
    {'Z', true, hd_rsp_handle_insert},
    {'b', true, hd_rsp_handle_back},
    {'c', true, hd_rsp_handle_continue},
    {'C', true, hd_rsp_handle_continue},
    {'g', true, hd_rsp_handle_read_registers},
    {'k', false, hd_rsp_handle_kill},
    {'m', true, hd_rsp_handle_read_memory},
    {'p', true, hd_rsp_handle_read_register},
    {'q', true, hd_rsp_handle_query},
    {'s', true, hd_rsp_handle_step},
    {'S', true, hd_rsp_handle_step},
    {'v', true, hd_rsp_handle_v},
    {'z', true, hd_rsp_handle_remove},
};

/* An unknown packet gets an empty answer. */
static void handle_packet(struct hd_rsp_server *s)
{
	const struct hd_rsp_reader *r = &s->reader;
	struct hd_text text;
	bool answers = true;
	char *reply;

	hd_text_begin(&text);
	s->reply = text.f;
	for (size_t i = 0; r->length && i < sizeof packets / sizeof *packets; i++)
		if (packets[i].name == r->payload[0]) {
			packets[i].handle(s, r->payload + 1, r->length - 1);
			answers = packets[i].answers;
		}
	reply = hd_text_end(&text);
	if (answers)
		hd_rsp_send(s, reply, text.length);
	free(reply);
}

void hd_rsp_take(struct hd_rsp_server *s, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n && !s->over; i++)
		switch (hd_rsp_read(&s->reader, (unsigned char)bytes[i])) {
		case HD_RSP_PACKET:
			if (!s->no_acks)
				s->send(s->to, "+", 1);
			handle_packet(s);
			break;
		case HD_RSP_DAMAGED:
			s->send(s->to, "-", 1);
			break;
		case HD_RSP_REFUSED:
			if (s->last)
				s->send(s->to, s->last, s->last_size);
			break;
		case HD_RSP_INTERRUPT: /* nothing runs now */
		case HD_RSP_NOTHING:
			break;
		}
}

void hd_rsp_term(struct hd_rsp_server *s)
{
	free(s->last);
	s->last = NULL;
}
