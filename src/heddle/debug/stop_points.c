/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/stop_points.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"

#define BREAK_CODE   0xcc
#define DEBUG_STATUS 6 /* numbers of debug registers */
#define DEBUG_ENABLE 7
#define ON_WRITE     1u /* what the processor may look for */
#define ON_ACCESS    3u
#define ENABLE_BITS  2u /* of each watchpoint, at the low end  */
#define KIND_SHIFT   16u
#define KIND_BITS    4u

void hd_stop_points_free(struct hd_stop_points *p)
{
	free(p->list);
	*p = (struct hd_stop_points){0};
}

void hd_stop_points_copy(struct hd_stop_points *to, const struct hd_stop_points *from)
{
	to->n = 0;
	to->list = hd_grow(to->list, &to->cap, from->n, sizeof(*to->list));
	if (from->n)
		memcpy(to->list, from->list, from->n * sizeof(*to->list));
	to->n = from->n;
	memcpy(to->watch, from->watch, sizeof(to->watch));
}

static struct hd_breakpoint *breakpoint_at(const struct hd_stop_points *p, uint64_t address)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->list[i].address == address)
			return &p->list[i];
	return NULL;
}

void hd_stop_points_add(struct hd_stop_points *p, uint64_t address, enum hd_point_owner owner)
{
	struct hd_breakpoint *b = breakpoint_at(p, address);

	if (!b) {
		p->list = hd_grow(p->list, &p->cap, p->n + 1, sizeof(*p->list));
		b = &p->list[p->n++];
		*b = (struct hd_breakpoint){.address = address};
	}
	b->owners |= owner;
}

static void drop_at(struct hd_stop_points *p, size_t i, enum hd_point_owner owner)
{
	p->list[i].owners &= ~(unsigned)owner;
	if (!p->list[i].owners)
		p->list[i] = p->list[--p->n];
}

void hd_stop_points_drop(struct hd_stop_points *p, uint64_t address, enum hd_point_owner owner)
{
	struct hd_breakpoint *b = breakpoint_at(p, address);

	if (b)
		drop_at(p, (size_t)(b - p->list), owner);
}

void hd_stop_points_drop_all(struct hd_stop_points *p, enum hd_point_owner owner)
{
	for (size_t i = p->n; i-- > 0;)
		drop_at(p, i, owner);
}

unsigned hd_stop_points_owners(const struct hd_stop_points *p, uint64_t address)
{
	const struct hd_breakpoint *b = breakpoint_at(p, address);

	return b ? b->owners : 0;
}

static bool can_watch(uint64_t address, size_t size)
{
	return (size == 1 || size == 2 || size == 4 || size == 8) && address % size == 0;
}

bool hd_stop_points_watch(struct hd_stop_points *p, enum hd_rsp_point kind, uint64_t address, size_t size,
			  bool insert)
{
	for (unsigned i = 0; i < HD_WATCH_MOST; i++) {
		struct hd_watchpoint *w = &p->watch[i];

		if (insert && !w->size && can_watch(address, size)) {
			*w = (struct hd_watchpoint){address, (unsigned)size, kind};
			return true;
		}
		if (!insert && w->size == size && w->address == address && w->kind == kind) {
			w->size = 0;
			return true;
		}
	}
	return !insert;
}

/* The processor's codes for 1, 2, 4 and 8 bytes are 0, 1, 3 and 2. */
static uint64_t watch_bits(const struct hd_watchpoint *w, unsigned i)
{
	uint64_t size = w->size == 8 ? 2 : w->size - 1,
		 kind = w->kind == HD_RSP_ON_WRITE ? ON_WRITE : ON_ACCESS;

	return 1ULL << (i * ENABLE_BITS) | (kind | size << 2) << (KIND_SHIFT + i * KIND_BITS);
}

void hd_stop_points_insert_watch(const struct hd_stop_points *p, struct hd_tracee *t)
{
	uint64_t enable = 0;
	bool wanted = false;

	for (unsigned i = 0; i < HD_WATCH_MOST; i++)
		wanted = wanted || p->watch[i].size;
	if (!wanted && !t->watching)
		return;
	t->watching = wanted;
	hd_tracee_set_debug(t, DEBUG_ENABLE, 0);
	for (unsigned i = 0; i < HD_WATCH_MOST; i++)
		if (p->watch[i].size && hd_tracee_set_debug(t, i, p->watch[i].address))
			enable |= watch_bits(&p->watch[i], i);
	hd_tracee_set_debug(t, DEBUG_STATUS, 0);
	if (enable)
		hd_tracee_set_debug(t, DEBUG_ENABLE, enable);
}

void hd_stop_points_insert(struct hd_stop_points *p, struct hd_tracee *t)
{
	const unsigned char code = BREAK_CODE;

	for (size_t i = 0; i < p->n; i++) {
		struct hd_breakpoint *b = &p->list[i];

		if (!b->inserted && hd_tracee_read(t, b->address, &b->there, 1) == 1)
			b->inserted = hd_tracee_write(t, b->address, &code, 1) == 1;
	}
	hd_stop_points_insert_watch(p, t);
}

void hd_stop_points_remove(struct hd_stop_points *p, const struct hd_tracee *t)
{
	for (size_t i = 0; i < p->n; i++) {
		struct hd_breakpoint *b = &p->list[i];

		if (b->inserted)
			hd_tracee_write(t, b->address, &b->there, 1);
		b->inserted = false;
	}
}

void hd_stop_points_remove_from_copy(const struct hd_stop_points *p, pid_t pid)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%ld/mem", (long)pid);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return;
	for (size_t i = 0; i < p->n; i++)
		if (p->list[i].inserted && pwrite(fd, &p->list[i].there, 1, (off_t)p->list[i].address) != 1)
			break;
	close(fd);
}

const struct hd_watchpoint *hd_stop_points_triggered(const struct hd_stop_points *p,
						     const struct hd_tracee *t)
{
	uint64_t status = t->watching ? hd_tracee_debug(t, DEBUG_STATUS) : 0;

	for (unsigned i = 0; i < HD_WATCH_MOST; i++)
		if (p->watch[i].size && status >> i & 1)
			return &p->watch[i];
	return NULL;
}
