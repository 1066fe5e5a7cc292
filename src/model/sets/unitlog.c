/* SPDX-License-Identifier: Apache-2.0 */
#include "model/sets/unitlog.h"

#include <string.h>

/* ---- writing ---- */

void hd_unitlog_bytes(struct hd_unitlog_out *o, const void *from, size_t n)
{
	if (n > o->size - o->n) {
		o->full = true;
		return;
	}
	memcpy(o->at + o->n, from, n);
	o->n += n;
}

void hd_unitlog_number(struct hd_unitlog_out *o, uint64_t x)
{
	uint8_t bytes[10];
	unsigned n = 0;

	do {
		bytes[n] = (uint8_t)((x & 0x7f) | (x > 0x7f ? 0x80 : 0));
		x >>= 7;
		n++;
	} while (x);
	hd_unitlog_bytes(o, bytes, n);
}

static void put_place(struct hd_unitlog_out *o, const struct hd_unitlog_place *p)
{
	for (unsigned i = 0; i < HD_UNITLOG_PLACE; i++)
		hd_unitlog_number(o, p->at[i]);
}

void hd_unitlog_shape(struct hd_unitlog_out *o, const struct hd_unitlog_shape *s)
{
	const uint64_t numbers[] = {s->function,   s->depth,  s->site,	 s->tid,  s->write,
				    s->start_site, s->frames, s->nstack, s->nheld};

	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
		hd_unitlog_number(o, numbers[i]);
	for (unsigned i = 0; i < s->nstack; i++)
		hd_unitlog_number(o, s->stack[i]);
	for (unsigned i = 0; i < s->nheld; i++) {
		put_place(o, &s->held[i].place);
		hd_unitlog_number(o, s->held[i].site);
		hd_unitlog_number(o, s->held[i].kind);
	}
	hd_unitlog_bytes(o, s->name, sizeof s->name);
}

void hd_unitlog_spot(struct hd_unitlog_out *o, const struct hd_unitlog_spot *s)
{
	hd_unitlog_number(o, s->set);
	hd_unitlog_number(o, s->part);
	hd_unitlog_number(o, s->kind);
	hd_unitlog_number(o, s->addr);
	hd_unitlog_number(o, s->member);
	put_place(o, &s->place);
}

uint64_t hd_unitlog_sum(const uint8_t *at, size_t n)
{
	uint64_t h = 0xcbf29ce484222325ULL;
	uint64_t word;

	for (; n >= 8; at += 8, n -= 8) {
		memcpy(&word, at, 8);
		h = (h ^ word) * 0x9E3779B97F4A7C15ULL;
		h ^= h >> 32;
	}
	for (; n; at++, n--)
		h = (h ^ *at) * 0x100000001b3ULL;
	return h >> 8;
}

/* ---- reading ---- */

uint64_t hd_unitlog_get(struct hd_unitlog_in *in)
{
	uint64_t x = 0;

	for (unsigned shift = 0; shift < 64; shift += 7) {
		uint8_t byte;

		if (in->at == in->end)
			break;
		byte = *in->at++;
		x |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return x;
	}
	in->bad = true;
	in->at = in->end;
	return 0;
}

uint32_t hd_unitlog_get_below(struct hd_unitlog_in *in, uint64_t bound)
{
	uint64_t x = hd_unitlog_get(in);

	if (x < bound)
		return (uint32_t)x;
	in->bad = true;
	in->at = in->end;
	return 0;
}

void hd_unitlog_get_bytes(struct hd_unitlog_in *in, void *to, size_t n)
{
	if (n > (size_t)(in->end - in->at)) {
		in->bad = true;
		in->at = in->end;
		memset(to, 0, n);
		return;
	}
	memcpy(to, in->at, n);
	in->at += n;
}

static void get_place(struct hd_unitlog_in *in, struct hd_unitlog_place *p)
{
	for (unsigned i = 0; i < HD_UNITLOG_PLACE; i++)
		p->at[i] = hd_unitlog_get(in);
}

static uint32_t get_word(struct hd_unitlog_in *in)
{
	return hd_unitlog_get_below(in, 1ULL << 32);
}

void hd_unitlog_get_shape(struct hd_unitlog_in *in, struct hd_unitlog_shape *s)
{
	memset(s, 0, sizeof *s);
	s->function = get_word(in);
	s->depth = get_word(in);
	s->site = get_word(in);
	s->tid = get_word(in);
	s->write = hd_unitlog_get_below(in, 2);
	s->start_site = get_word(in);
	s->frames = get_word(in);
	s->nstack = hd_unitlog_get_below(in, HD_UNITLOG_STACK + 1);
	s->nheld = hd_unitlog_get_below(in, HD_UNITLOG_HELD + 1);
	for (unsigned i = 0; i < s->nstack; i++)
		s->stack[i] = get_word(in);
	for (unsigned i = 0; i < s->nheld; i++) {
		get_place(in, &s->held[i].place);
		s->held[i].site = get_word(in);
		s->held[i].kind = get_word(in);
	}
	hd_unitlog_get_bytes(in, s->name, sizeof s->name);
	s->name[sizeof s->name - 1] = '\0';
}

void hd_unitlog_get_spot(struct hd_unitlog_in *in, struct hd_unitlog_spot *s)
{
	s->set = hd_unitlog_get(in);
	s->part = hd_unitlog_get(in);
	s->kind = hd_unitlog_get(in);
	s->addr = hd_unitlog_get(in);
	s->member = get_word(in);
	get_place(in, &s->place);
}

int hd_unitlog_block(struct hd_unitlog_in *in, struct hd_unitlog_in *block)
{
	uint64_t length, sum;
	int tag;

	if (in->bad || in->at == in->end)
		return 0;
	tag = *in->at++;
	length = hd_unitlog_get(in);
	sum = hd_unitlog_get(in);
	if (in->bad || length > (uint64_t)(in->end - in->at) ||
	    sum != hd_unitlog_sum(in->at, (size_t)length)) {
		in->bad = true;
		return 0;
	}
	*block = (struct hd_unitlog_in){.at = in->at, .end = in->at + length};
	in->at += length;
	return tag;
}
