/* SPDX-License-Identifier: Apache-2.0 */
#include "debugger/handle_resume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "debugger/hex.h"

/* lldb has no place for what a thread does: it is in its name. */
static void put_thread_name(struct hd_rsp_server *s, unsigned thread)
{
	char *name = s->ops->thread_name(s->target, thread), *text = s->ops->thread_text(s->target, thread);

	fputs("hexname:", s->reply);
	hd_hex_put_text(s->reply, name ? name : "thread");
	if (text) {
		hd_hex_put_text(s->reply, " (");
		hd_hex_put_text(s->reply, text);
		hd_hex_put_text(s->reply, ")");
	}
	fputc(';', s->reply);
	free(name);
	free(text);
}

static void put_thread_list(struct hd_rsp_server *s)
{
	unsigned n, *threads = hd_rsp_all_threads(s, &n);

	fputs("threads:", s->reply);
	for (unsigned i = 0; i < n; i++)
		fprintf(s->reply, "%s%x", i ? "," : "", threads[i]);
	fputc(';', s->reply);
	free(threads);
}

static void put_stopped(struct hd_rsp_server *s, const struct hd_rsp_stop *stop)
{
	FILE *f = s->reply;

	fprintf(f, "T%02xthread:%x;", (unsigned)stop->number & 0xff, stop->thread);
	if (s->lists_threads) {
		put_thread_name(s, stop->thread);
		put_thread_list(s);
	}
	switch (stop->why) {
	case HD_RSP_SIGNAL:
		break;
	case HD_RSP_WATCH:
		fprintf(f, "watch:%" PRIx64 ";", stop->address);
		break;
	case HD_RSP_RWATCH:
		fprintf(f, "rwatch:%" PRIx64 ";", stop->address);
		break;
	case HD_RSP_AWATCH:
		fprintf(f, "awatch:%" PRIx64 ";", stop->address);
		break;
	case HD_RSP_HISTORY_BEGINS:
		fputs("replaylog:begin;", f);
		break;
	case HD_RSP_HISTORY_ENDS:
		fputs("replaylog:end;", f);
		break;
	}
}

static void put_stop(struct hd_rsp_server *s, const struct hd_rsp_stop *stop)
{
	switch (stop->what) {
	case HD_RSP_STOPPED:
		put_stopped(s, stop);
		break;
	case HD_RSP_EXITED:
		fprintf(s->reply, "W%02x", (unsigned)stop->number & 0xff);
		break;
	case HD_RSP_KILLED:
		fprintf(s->reply, "X%02x", (unsigned)stop->number & 0xff);
		break;
	case HD_RSP_LEFT:
		s->over = true;
		break;
	}
}

static void resume(struct hd_rsp_server *s, enum hd_rsp_how how, unsigned thread)
{
	struct hd_rsp_stop stop = {0};

	s->ops->resume(s->target, how, thread, &stop);
	if (stop.text && stop.what != HD_RSP_LEFT)
		hd_rsp_say(s, stop.text);
	free(stop.text);
	put_stop(s, &stop);
	s->register_thread = s->step_thread = 0;
}

void hd_rsp_handle_why(struct hd_rsp_server *s, const char *args, size_t n)
{
	struct hd_rsp_stop stop = {0};

	(void)args, (void)n;
	s->ops->last_stop(s->target, &stop);
	free(stop.text);
	stop.why = HD_RSP_SIGNAL;
	put_stop(s, &stop);
}

void hd_rsp_put_thread_stop(struct hd_rsp_server *s, unsigned thread)
{
	struct hd_rsp_stop stop = {0};

	s->ops->last_stop(s->target, &stop);
	free(stop.text);
	if (stop.what == HD_RSP_STOPPED && stop.thread == thread) {
		put_stopped(s, &stop);
		return;
	}
	fprintf(s->reply, "T00thread:%x;", thread);
	put_thread_name(s, thread);
}

void hd_rsp_handle_continue(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)args, (void)n;
	resume(s, HD_RSP_CONTINUE, 0);
}

void hd_rsp_handle_step(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)args, (void)n;
	resume(s, HD_RSP_STEP, s->step_thread);
}

void hd_rsp_handle_back(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)n;
	if (!strcmp(args, "c"))
		resume(s, HD_RSP_CONTINUE_BACK, 0);
	else if (!strcmp(args, "s"))
		resume(s, HD_RSP_STEP_BACK, s->step_thread);
}

/* vCont;s:2;c: the schedule decides which threads go, so what counts is whether one of them steps. */
static void handle_vcont(struct hd_rsp_server *s, const char *args)
{
	enum hd_rsp_how how = HD_RSP_CONTINUE;
	unsigned stepper = 0;

	while (*args == ';') {
		char action = *++args;
		unsigned thread = 0;
		uint64_t signal;

		args += action ? 1 : 0;
		if ((action == 'C' || action == 'S') && !hd_hex_number(&args, &signal))
			break;
		if (*args == ':' && (args++, !hd_rsp_thread_number(&args, &thread)))
			break;
		if (!strchr("cCsSt", action) || !action)
			break;
		if ((action == 's' || action == 'S') && how == HD_RSP_CONTINUE) {
			how = HD_RSP_STEP;
			stepper = thread;
		}
	}
	if (*args)
		fputs(HD_RSP_ERROR, s->reply);
	else
		resume(s, how, stepper);
}

void hd_rsp_handle_v(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)n;
	if (!strcmp(args, "Cont?"))
		fputs("vCont;c;C;s;S;t", s->reply);
	else if (hd_hex_word(&args, "Cont"))
		handle_vcont(s, args);
	else if (hd_hex_word(&args, "Run")) {
		s->ops->restart(s->target);
		hd_rsp_handle_why(s, args, 0);
	} else if (hd_hex_word(&args, "Kill")) {
		s->ops->kill(s->target);
		fputs("OK", s->reply);
	}
}

void hd_rsp_handle_restart(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)args, (void)n;
	s->ops->restart(s->target);
}

void hd_rsp_handle_kill(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)args, (void)n;
	s->ops->kill(s->target);
	s->over = !s->extended;
	if (s->over)
		hd_rsp_send(s, "X09", 3); /* lldb waits for it, and gdb is gone */
}
