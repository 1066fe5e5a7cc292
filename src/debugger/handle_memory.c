/* SPDX-License-Identifier: Apache-2.0 */
#include "debugger/handle_memory.h"

#include <string.h>

#include "debugger/hex.h"

#define READ_MOST (HD_RSP_PACKET_MAX / 4)

static unsigned meant_thread(struct hd_rsp_server *s)
{
	return s->register_thread ? s->register_thread : hd_rsp_any_thread(s);
}

static bool read_meant(struct hd_rsp_server *s, struct hd_rsp_registers *r)
{
	memset(r, 0, sizeof *r);
	if (s->ops->read_registers(s->target, meant_thread(s), r))
		return true;
	fputs(HD_RSP_ERROR, s->reply);
	return false;
}

static void write_meant(struct hd_rsp_server *s, const struct hd_rsp_registers *r)
{
	fputs(s->ops->write_registers(s->target, meant_thread(s), r) ? "OK" : HD_RSP_ERROR, s->reply);
}

void hd_rsp_handle_read_registers(struct hd_rsp_server *s, const char *args, size_t n)
{
	struct hd_rsp_registers r;

	(void)args, (void)n;
	if (!read_meant(s, &r))
		return;
	for (unsigned i = 0; i < hd_rsp_register_count(); i++)
		hd_rsp_put_register(s->reply, &r, i);
}

/* A register that the debugger does not know is written as x. */
static bool take_register(const char **at, struct hd_rsp_registers *r, unsigned number)
{
	size_t size;
	void *bytes = hd_rsp_register(r, number, &size);

	if (!bytes)
		return false;
	if (hd_hex_bytes(at, bytes, size))
		return true;
	for (size_t i = 0; i < 2 * size; i++)
		if ((*at)[i] != 'x')
			return false;
	*at += 2 * size;
	return true;
}

void hd_rsp_handle_write_registers(struct hd_rsp_server *s, const char *args, size_t n)
{
	struct hd_rsp_registers r;

	(void)n;
	if (!read_meant(s, &r))
		return;
	for (unsigned i = 0; i < hd_rsp_register_count() && *args; i++)
		if (!take_register(&args, &r, i)) {
			fputs(HD_RSP_ERROR, s->reply);
			return;
		}
	write_meant(s, &r);
}

void hd_rsp_handle_read_register(struct hd_rsp_server *s, const char *args, size_t n)
{
	struct hd_rsp_registers r;
	uint64_t number;

	(void)n;
	if (!hd_hex_number_and(&args, &number, 0) || number >= hd_rsp_register_count())
		fputs(HD_RSP_ERROR, s->reply);
	else if (read_meant(s, &r))
		hd_rsp_put_register(s->reply, &r, (unsigned)number);
}

void hd_rsp_handle_write_register(struct hd_rsp_server *s, const char *args, size_t n)
{
	struct hd_rsp_registers r;
	uint64_t number;

	(void)n;
	if (!hd_hex_number_and(&args, &number, '=') || number >= hd_rsp_register_count())
		fputs(HD_RSP_ERROR, s->reply);
	else if (read_meant(s, &r)) {
		if (take_register(&args, &r, (unsigned)number))
			write_meant(s, &r);
		else
			fputs(HD_RSP_ERROR, s->reply);
	}
}

void hd_rsp_handle_read_memory(struct hd_rsp_server *s, const char *args, size_t n)
{
	unsigned char bytes[READ_MOST];
	uint64_t address, size;

	(void)n;
	if (!hd_hex_number_and(&args, &address, ',') || !hd_hex_number_and(&args, &size, 0)) {
		fputs(HD_RSP_ERROR, s->reply);
		return;
	}
	if (size > READ_MOST)
		size = READ_MOST;
	n = s->ops->read_memory(s->target, address, bytes, size);
	if (!n && size)
		fputs(HD_RSP_ERROR, s->reply);
	hd_hex_put(s->reply, bytes, n);
}

static void write_memory(struct hd_rsp_server *s, uint64_t address, const void *bytes, size_t n)
{
	fputs(!n || s->ops->write_memory(s->target, address, bytes, n) ? "OK" : HD_RSP_ERROR, s->reply);
}

void hd_rsp_handle_write_memory(struct hd_rsp_server *s, const char *args, size_t n)
{
	unsigned char bytes[HD_RSP_PACKET_MAX / 2];
	uint64_t address, size;

	(void)n;
	if (hd_hex_number_and(&args, &address, ',') && hd_hex_number_and(&args, &size, ':') &&
	    size <= sizeof bytes && hd_hex_bytes(&args, bytes, size))
		write_memory(s, address, bytes, size);
	else
		fputs(HD_RSP_ERROR, s->reply);
}

void hd_rsp_handle_write_bytes(struct hd_rsp_server *s, const char *args, size_t n)
{
	const char *end = args + n;
	uint64_t address, size;

	if (hd_hex_number_and(&args, &address, ',') && hd_hex_number_and(&args, &size, ':') &&
	    size == (size_t)(end - args))
		write_memory(s, address, args, size);
	else
		fputs(HD_RSP_ERROR, s->reply);
}

static void handle_point(struct hd_rsp_server *s, const char *args, bool insert)
{
	uint64_t kind, address, size;

	if (!hd_hex_number_and(&args, &kind, ',') || !hd_hex_number_and(&args, &address, ',') ||
	    !hd_hex_number(&args, &size) || kind >= HD_RSP_POINTS)
		return;
	fputs(s->ops->set_point(s->target, (enum hd_rsp_point)kind, address, size, insert) ? "OK"
											   : HD_RSP_ERROR,
	      s->reply);
}

void hd_rsp_handle_insert(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)n;
	handle_point(s, args, true);
}

void hd_rsp_handle_remove(struct hd_rsp_server *s, const char *args, size_t n)
{
	(void)n;
	handle_point(s, args, false);
}
