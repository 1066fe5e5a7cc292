/* SPDX-License-Identifier: Apache-2.0 */
#include "debugger/handle_query.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/markup.h"
#include "base/text.h"
#include "debugger/handle_resume.h"
#include "debugger/hex.h"

#define AUXV_MOST   4096
#define OBJECT_MOST (HD_RSP_PACKET_MAX / 4)

static void query_supported(struct hd_rsp_server *s, const char *args)
{
	(void)args;
	fprintf(s->reply,
		"PacketSize=%x;QStartNoAckMode+;vContSupported+;ReverseContinue+;ReverseStep+;"
		"qXfer:features:read+;qXfer:auxv:read+;qXfer:exec-file:read+;qXfer:threads:read+",
		HD_RSP_PACKET_MAX / 2);
}

static void query_thread(struct hd_rsp_server *s, const char *args)
{
	if (!*args)
		fprintf(s->reply, "QC%x", hd_rsp_any_thread(s));
}

static void query_threads(struct hd_rsp_server *s, const char *args)
{
	unsigned n, *threads = hd_rsp_all_threads(s, &n);

	(void)args;
	for (unsigned i = 0; i < n; i++)
		fprintf(s->reply, "%c%x", i ? ',' : 'm', threads[i]);
	if (!n)
		fputc('l', s->reply);
	free(threads);
}

static void query_more_threads(struct hd_rsp_server *s, const char *args)
{
	(void)args;
	fputc('l', s->reply);
}

static void query_thread_text(struct hd_rsp_server *s, const char *args)
{
	unsigned thread;
	char *name, *text;

	if (!hd_rsp_thread_number(&args, &thread) || !s->ops->alive(s->target, thread)) {
		fputs(HD_RSP_ERROR, s->reply);
		return;
	}
	name = s->ops->thread_name(s->target, thread);
	text = s->ops->thread_text(s->target, thread);
	if (name)
		hd_hex_put_text(s->reply, name);
	if (name && text)
		hd_hex_put_text(s->reply, ": ");
	if (text)
		hd_hex_put_text(s->reply, text);
	free(name);
	free(text);
}

/* What lldb wants to know of a thread when the program has stopped. */
static void query_thread_stop(struct hd_rsp_server *s, const char *args)
{
	unsigned thread;

	if (hd_rsp_thread_number(&args, &thread) && s->ops->alive(s->target, thread))
		hd_rsp_put_thread_stop(s, thread);
	else
		fputs(HD_RSP_ERROR, s->reply);
}

static void query_attached(struct hd_rsp_server *s, const char *args)
{
	(void)args;
	fputc('0', s->reply); /* the end of the session is the end of the program */
}

static void query_symbol(struct hd_rsp_server *s, const char *args)
{
	(void)args;
	fputs("OK", s->reply);
}

/* THREAD,OFFSET,LINK_MAP */
static void query_thread_local(struct hd_rsp_server *s, const char *args)
{
	uint64_t offset, link_map, address;
	unsigned thread;

	if (hd_rsp_thread_number(&args, &thread) && *args++ == ',' &&
	    hd_hex_number_and(&args, &offset, ',') && hd_hex_number_and(&args, &link_map, 0) &&
	    s->ops->thread_local(s->target, thread, offset, link_map, &address))
		fprintf(s->reply, "%" PRIx64, address);
	else
		fputs(HD_RSP_ERROR, s->reply);
}

/* A command of the user, in hexadecimal. */
static void query_command(struct hd_rsp_server *s, const char *args)
{
	size_t n = strlen(args) / 2;
	char *command = hd_new(n + 1, 1), *answer;

	if (hd_hex_bytes(&args, (unsigned char *)command, n) && !*args) {
		answer = s->ops->monitor(s->target, command);
		if (answer && *answer)
			hd_rsp_say(s, answer);
		if (answer)
			fputs("OK", s->reply);
		free(answer);
	} else {
		fputs(HD_RSP_ERROR, s->reply);
	}
	free(command);
}

/* ---- qXfer: objects that are read in pieces ---- */

static void put_escaped(FILE *f, const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text >= ' ')
			hd_put_markup(f, *text);
}

static void put_thread_element(struct hd_rsp_server *s, unsigned thread, FILE *f)
{
	char *name = s->ops->thread_name(s->target, thread), *text = s->ops->thread_text(s->target, thread);

	fprintf(f, "<thread id=\"%x\"", thread);
	if (name) {
		fputs(" name=\"", f);
		put_escaped(f, name);
		fputc('"', f);
	}
	fputc('>', f);
	if (text)
		put_escaped(f, text);
	fputs("</thread>", f);
	free(name);
	free(text);
}

static void object_features(struct hd_rsp_server *s, FILE *f)
{
	(void)s;
	hd_rsp_put_target_xml(f);
}

static void object_threads(struct hd_rsp_server *s, FILE *f)
{
	unsigned n, *threads = hd_rsp_all_threads(s, &n);

	fputs("<?xml version=\"1.0\"?><threads>", f);
	for (unsigned i = 0; i < n; i++)
		put_thread_element(s, threads[i], f);
	fputs("</threads>", f);
	free(threads);
}

static void object_program(struct hd_rsp_server *s, FILE *f)
{
	fputs(s->ops->program(s->target), f);
}

static void object_auxv(struct hd_rsp_server *s, FILE *f)
{
	char bytes[AUXV_MOST] = {0};
	size_t n = s->ops->auxv(s->target, bytes, sizeof bytes);

	fwrite(bytes, 1, n, f);
}

static const struct {
	const char *name;
	void (*put)(struct hd_rsp_server *s, FILE *f);
} objects[] = {
    {"features:read:target.xml:", object_features},
    {"threads:read::", object_threads},
    {"exec-file:read:", object_program}, /* a process id may follow */
    {"auxv:read::", object_auxv},
};

static void put_piece(struct hd_rsp_server *s, const struct hd_text *object, uint64_t offset, uint64_t size)
{
	uint64_t left = offset < object->length ? object->length - offset : 0;

	if (size > OBJECT_MOST)
		size = OBJECT_MOST;
	fputc(left > size ? 'm' : 'l', s->reply);
	if (left)
		fwrite(object->text + offset, 1, left < size ? left : size, s->reply);
}

static void query_object(struct hd_rsp_server *s, const char *args)
{
	for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
		uint64_t offset, size, process;
		struct hd_text object;
		char *bytes;

		if (!hd_hex_word(&args, objects[i].name))
			continue;
		if (objects[i].put == object_program && *args != ':')
			hd_hex_number(&args, &process);
		if (objects[i].put == object_program && *args == ':')
			args++;
		if (!hd_hex_number_and(&args, &offset, ',') || !hd_hex_number_and(&args, &size, 0)) {
			fputs(HD_RSP_ERROR, s->reply);
			return;
		}
		hd_text_begin(&object);
		objects[i].put(s, object.f);
		bytes = hd_text_end(&object);
		put_piece(s, &object, offset, size);
		free(bytes);
		return;
	}
}

static const struct {
	const char *name;
	void (*answer)(struct hd_rsp_server *s, const char *args);
} queries[] = {
    {"Supported", query_supported},
    {"ThreadExtraInfo,", query_thread_text},
    {"fThreadInfo", query_threads},
    {"sThreadInfo", query_more_threads},
    {"ThreadStopInfo", query_thread_stop},
    {"Attached", query_attached},
    {"Symbol:", query_symbol},
    {"Rcmd,", query_command},
    {"GetTLSAddr:", query_thread_local},
    {"Xfer:", query_object},
    {"C", query_thread}, /* last: it is the beginning of other names */
};

void hd_rsp_handle_query(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)n;
	for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
		if (hd_hex_word(&args, queries[i].name)) {
			queries[i].answer(s, args);
			return;
		}
}
