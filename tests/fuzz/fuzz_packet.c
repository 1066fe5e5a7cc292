/* SPDX-License-Identifier: Apache-2.0
 *
 * The server of gdb's remote protocol with arbitrary bytes, as they come over the connection and as packets
 * with right checksums: it must answer each packet once, with a packet that can be read, and never ask its
 * target for what is not there. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "debugger/server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define THREADS 3
#define MEMORY	4096

static unsigned char memory[MEMORY];

static unsigned fake_threads(void *target, unsigned *numbers, unsigned most)
{
	(void)target;
	for (unsigned i = 0; i < THREADS && i < most; i++)
		numbers[i] = i + 1;
	return THREADS;
}

static bool fake_alive(void *target, unsigned thread)
{
	(void)target;
	return thread && thread <= THREADS;
}

static void check_thread(unsigned thread)
{
	if (!fake_alive(NULL, thread))
		abort();
}

static char *fake_text(void *target, unsigned thread)
{
	(void)target;
	check_thread(thread);
	return hd_strdup("<waits & \"hopes\">");
}

static bool fake_read_registers(void *target, unsigned thread, struct hd_rsp_registers *r)
{
	(void)target;
	memset(r, (int)thread, sizeof(*r));
	r->float_known = r->avx_known = thread == 1;
	return fake_alive(NULL, thread);
}

static bool fake_write_registers(void *target, unsigned thread, const struct hd_rsp_registers *r)
{
	(void)target;
	return fake_alive(NULL, thread) && r->general[HD_RSP_PC];
}

static size_t fake_read_memory(void *target, uint64_t address, void *out, size_t n)
{
	(void)target;
	if (address >= MEMORY)
		return 0;
	n = n < MEMORY - address ? n : MEMORY - address;
	memcpy(out, memory + address, n);
	return n;
}

static bool fake_write_memory(void *target, uint64_t address, const void *bytes, size_t n)
{
	(void)target;
	if (address >= MEMORY || n > MEMORY - address)
		return false;
	memcpy(memory + address, bytes, n);
	return true;
}

static bool fake_set_point(void *target, enum hd_rsp_point kind, uint64_t address, size_t size, bool insert)
{
	(void)target, (void)insert;
	return kind < HD_RSP_POINTS && address && size;
}

static void fake_last_stop(void *target, struct hd_rsp_stop *stop)
{
	(void)target;
	*stop = (struct hd_rsp_stop){.number = 5, .thread = 1};
}

static void fake_resume(void *target, enum hd_rsp_how how, unsigned thread, struct hd_rsp_stop *stop)
{
	(void)target;
	*stop = (struct hd_rsp_stop){.what = how == HD_RSP_CONTINUE ? HD_RSP_EXITED : HD_RSP_STOPPED,
				     .why = (enum hd_rsp_why)(thread % (HD_RSP_HISTORY_ENDS + 1)),
				     .thread = 1,
				     .text = hd_strdup("it goes on")};
}

static bool fake_thread_local(void *target, unsigned thread, uint64_t offset, uint64_t link_map,
			      uint64_t *address)
{
	(void)target;
	*address = offset + link_map;
	return thread != 3;
}

static void fake_restart(void *target)
{
	(void)target;
}

static char *fake_monitor(void *target, const char *command)
{
	(void)target;
	return *command ? hd_strdup(command) : NULL;
}

static const char *fake_program(void *target)
{
	(void)target;
	return "/bin/true";
}

static size_t fake_auxv(void *target, void *out, size_t most)
{
	(void)target;
	memset(out, '#', most);
	return most;
}

static const struct hd_rsp_target_ops ops = {
    .threads = fake_threads,
    .alive = fake_alive,
    .thread_name = fake_text,
    .thread_text = fake_text,
    .read_registers = fake_read_registers,
    .write_registers = fake_write_registers,
    .thread_local = fake_thread_local,
    .read_memory = fake_read_memory,
    .write_memory = fake_write_memory,
    .set_point = fake_set_point,
    .resume = fake_resume,
    .last_stop = fake_last_stop,
    .restart = fake_restart,
    .kill = fake_restart,
    .monitor = fake_monitor,
    .program = fake_program,
    .auxv = fake_auxv,
};

struct answers {
	struct hd_rsp_reader reader;
	unsigned packets;
};

/* What the server sends can be read, and is not damaged. */
static void read_answer(void *to, const char *bytes, size_t n)
{
	struct answers *a = to;

	for (size_t i = 0; i < n; i++)
		switch (hd_rsp_read(&a->reader, (unsigned char)bytes[i])) {
		case HD_RSP_PACKET:
			a->packets++;
			break;
		case HD_RSP_DAMAGED:
			abort();
		default:
			break;
		}
}

/* The bytes between newlines as payloads of packets: each is answered, unless it is one of those that are
 * not. */
static void send_packets(struct hd_rsp_server *s, struct answers *a, const char *data, size_t size)
{
	while (size && !s->over) {
		const char *end = memchr(data, '\n', size);
		size_t n = end ? (size_t)(end - data) : size;
		unsigned before = a->packets;
		char *frame;
		size_t length;
		FILE *f = open_memstream(&frame, &length);

		if (!f)
			abort();
		hd_rsp_write(f, data, n);
		fclose(f);
		hd_rsp_take(s, frame, length);
		if (a->packets == before && n && n < HD_RSP_PACKET_MAX && *data != 'R' && *data != 'k')
			abort();
		free(frame);
		data += n + (end ? 1 : 0);
		size -= n + (end ? 1 : 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct answers a; /* large */
	static struct hd_rsp_server s;

	memset(&a, 0, sizeof(a));
	memset(&s, 0, sizeof(s));
	s.ops = &ops;
	s.send = read_answer;
	s.to = &a;
	if (size && data[0] == '\n') {
		send_packets(&s, &a, (const char *)data + 1, size - 1);
	} else {
		hd_rsp_take(&s, (const char *)data, size);
	}
	hd_rsp_term(&s);
	return 0;
}
