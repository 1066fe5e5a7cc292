/* SPDX-License-Identifier: Apache-2.0 */
#include "base/x86_64.h"

#define LONGEST 15

/* What follows an opcode: M an operand with ModRM byte, B a byte, W two bytes, Z four (two after prefix 66),
 * E a byte after ModRM, D four or two after ModRM, V eight with REX.W and else like Z, A an address, J like
 * B, R four bytes whatever the prefix, T a byte (D: four or two) if the middle of ModRM says "test", N three
 * bytes, '.' nothing, '!' no such instruction. */
static const char one_byte[] = "MMMMBZ!!MMMMBZ!!MMMMBZ!!MMMMBZ!!"  /* 00 */
			       "MMMMBZ!!MMMMBZ!!MMMMBZ!!MMMMBZ!!"  /* 20 */
			       "!!!!!!!!!!!!!!!!................"  /* 40 */
			       "!!!M!!!!ZDBE....JJJJJJJJJJJJJJJJ"  /* 60 */
			       "ED!EMMMMMMMMMMMM..........!....."  /* 80 */
			       "AAAA....BZ......BBBBBBBBVVVVVVVV"  /* a0 */
			       "EEW.!!EDN.W..B!.MMMM!!!.MMMMMMMM"  /* c0 */
			       "JJJJBBBBRR!J....!.!...Tt......MM"; /* e0 */

static const char after_0f[] = "MMMM!.....!.!M.EMMMMMMMMMMMMMMMM"  /* 00 */
			       "MMMM!!!!MMMMMMMM......!.!!!!!!!!"  /* 20 */
			       "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM"  /* 40 */
			       "MMMMMMMMMMMMMMMMEEEEMMM.MMMMMMMM"  /* 60 */
			       "RRRRRRRRRRRRRRRRMMMMMMMMMMMMMMMM"  /* 80 */
			       "...MEM!!...MEMMMMMMMMMMMMMEMMMMM"  /* a0 */
			       "MMEMEEEM........MMMMMMMMMMMMMMMM"  /* c0 */
			       "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM"; /* e0 */

struct reading {
	const uint8_t *start, *at, *end;
	bool lock, short_operand, short_address, segment, wide;
};

static bool is_prefix(struct reading *r, uint8_t byte)
{
	switch (byte) {
	case 0xf0:
		r->lock = true;
		return true;
	case 0x66:
		r->short_operand = true;
		return true;
	case 0x67:
		r->short_address = true;
		return true;
	case 0x64:
	case 0x65:
		r->segment = true;
		return true;
	case 0xf2:
	case 0xf3:
	case 0x26:
	case 0x2e:
	case 0x36:
	case 0x3e:
		return true;
	default:
		return false;
	}
}

static bool has(const struct reading *r, size_t bytes)
{
	return (size_t)(r->end - r->at) >= bytes;
}

static int32_t number_at(const uint8_t *at)
{
	return (int32_t)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

/* Opcode and map. Prefixes VEX and EVEX hold the map; after them each instruction but vzeroupper has a ModRM
 * byte. */
static bool read_opcode(struct reading *r, struct hd_instruction *out)
{
	uint8_t first = *r->at, skip = 0;

	if (first == 0xc5 && has(r, 3))
		out->map = 1, skip = 2;
	else if (first == 0xc4 && has(r, 4))
		out->map = r->at[1] & 31, skip = 3;
	else if (first == 0x62 && has(r, 6))
		out->map = r->at[1] & 7, skip = 4;
	else if (first == 0x0f && has(r, 3) && (r->at[1] == 0x38 || r->at[1] == 0x3a))
		out->map = r->at[1] == 0x38 ? 2 : 3, skip = 2;
	else if (first == 0x0f && has(r, 2))
		out->map = 1, skip = 1;
	else if (first == 0xc4 || first == 0xc5 || first == 0x62 || first == 0x0f)
		return false;
	r->at += skip;
	out->opcode = *r->at++;
	return true;
}

static char form_of(const struct hd_instruction *i)
{
	if (i->map == 0)
		return one_byte[i->opcode];
	if (i->map == 1)
		return after_0f[i->opcode];
	return i->map == 3 ? 'E' : 'M';
}

/* The bytes after ModRM that say where the operand is. */
static bool read_address(struct reading *r, struct hd_instruction *out)
{
	unsigned mod = out->modrm >> 6, base = out->modrm & 7, size = mod == 1 ? 1 : mod == 2 ? 4 : 0;
	bool fixed = mod == 0 && base == 5, relative = fixed;

	if (base == 4) {
		if (!has(r, 1))
			return false;
		base = *r->at++ & 7;
		fixed = mod == 0 && base == 5;
	}
	if (fixed)
		size = 4;
	if (!has(r, size))
		return false;
	out->operand = fixed				      ? HD_OPERAND_FIXED
		       : r->segment || base == 4 || base == 5 ? HD_OPERAND_STACK
							      : HD_OPERAND_REGISTER;
	if (r->segment)
		out->operand = HD_OPERAND_STACK;
	if (fixed)
		out->target = (uintptr_t)(intptr_t)number_at(r->at);
	out->branch = relative; /* until the length is known */
	r->at += size;
	return true;
}

static unsigned bytes_after(const struct reading *r, char form, uint8_t modrm)
{
	unsigned z = r->short_operand ? 2 : 4;

	switch (form) {
	case 'B':
	case 'E':
	case 'J':
		return 1;
	case 'W':
		return 2;
	case 'N':
		return 3;
	case 'R':
		return 4;
	case 'Z':
	case 'D':
		return z;
	case 'V':
		return r->wide ? 8 : z;
	case 'A':
		return r->short_address ? 4 : 8;
	case 'T':
		return modrm >> 3 & 6 ? 0 : 1;
	case 't':
		return modrm >> 3 & 6 ? 0 : z;
	default:
		return 0;
	}
}

/* lea, nop with an operand, prefetches. */
static bool only_names_memory(const struct hd_instruction *i)
{
	return (i->map == 0 && i->opcode == 0x8d) ||
	       (i->map == 1 && (i->opcode == 0x0d || (i->opcode >= 0x18 && i->opcode <= 0x1f)));
}

static bool is_atomic(const struct hd_instruction *i, bool lock)
{
	bool exchanges = i->map == 0 && (i->opcode == 0x86 || i->opcode == 0x87) && i->operand;
	bool fence = i->map == 1 && i->opcode == 0xae && i->modrm >= 0xf0 && i->modrm <= 0xf7;

	return lock || exchanges || fence;
}

static void find_target(const struct reading *r, struct hd_instruction *i)
{
	uintptr_t next = (uintptr_t)r->at;
	bool condition = i->map == 1 && (i->opcode & 0xf0) == 0x80;

	if ((i->map == 0 && (i->opcode == 0xe8 || i->opcode == 0xe9)) || condition) {
		i->branch = i->map == 0 && i->opcode == 0xe8 ? HD_BRANCH_CALL : HD_BRANCH_JUMP;
		i->target = next + (uintptr_t)(intptr_t)number_at(r->at - 4);
	} else if (i->map == 0 && (i->opcode & 0xf8) == 0xb8 && !r->short_operand && !r->wide) {
		i->target = (uint32_t)number_at(r->at - 4);
	} else if (i->map == 0 && i->opcode == 0xff) {
		unsigned what = i->modrm >> 3 & 7;

		i->branch = what == 2 ? HD_BRANCH_CALL : what == 4 ? HD_BRANCH_JUMP : HD_BRANCH_NONE;
	}
}

static bool read_rest(struct reading *r, char form, struct hd_instruction *out)
{
	bool has_modrm = form == 'M' || form == 'E' || form == 'D' || form == 'T' || form == 't';
	unsigned more;

	if (has_modrm) {
		if (!has(r, 1))
			return false;
		out->modrm = *r->at++;
		if (out->modrm < 0xc0 && !read_address(r, out))
			return false;
	}
	more = bytes_after(r, form, out->modrm);
	if (!has(r, more))
		return false;
	r->at += more;
	return true;
}

bool hd_instruction_at(const uint8_t *at, const uint8_t *end, struct hd_instruction *out)
{
	struct reading r = {.start = at, .at = at, .end = end};
	bool relative;
	char form;

	*out = (struct hd_instruction){0};
	if (end - at > LONGEST)
		r.end = at + LONGEST;
	while (has(&r, 1) && is_prefix(&r, *r.at))
		r.at++;
	if (has(&r, 1) && (*r.at & 0xf0) == 0x40)
		r.wide = *r.at++ & 8;
	if (!has(&r, 1) || !read_opcode(&r, out))
		return false;
	form = form_of(out);
	if (form == '!' || !read_rest(&r, form, out))
		return false;
	relative = out->branch;
	out->branch = HD_BRANCH_NONE;
	out->length = (uint8_t)(r.at - at);
	if (relative)
		out->target += (uintptr_t)r.at;
	out->memory = out->operand && !only_names_memory(out);
	out->atomic = is_atomic(out, r.lock);
	find_target(&r, out);
	return true;
}
