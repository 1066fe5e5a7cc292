/* SPDX-License-Identifier: Apache-2.0 */
#include "debugger/packet.h"

#include <string.h>

#include "debugger/hex.h"

#define INTERRUPT   3
#define ESCAPE	    '}'
#define ESCAPE_FLIP 0x20

enum { OUTSIDE, INSIDE, FIRST_DIGIT, SECOND_DIGIT };

static void begin_packet(struct hd_rsp_reader *r)
{
	r->state = INSIDE;
	r->length = 0;
	r->sum = 0;
	r->escaped = r->too_long = false;
}

static void add_byte(struct hd_rsp_reader *r, unsigned char byte)
{
	r->sum = (r->sum + byte) & 0xff;
	if (byte == ESCAPE && !r->escaped) {
		r->escaped = true;
		return;
	}
	if (r->escaped)
		byte ^= ESCAPE_FLIP;
	r->escaped = false;
	if (r->length >= HD_RSP_PACKET_MAX)
		r->too_long = true;
	else
		r->payload[r->length++] = (char)byte;
}

static enum hd_rsp_event end_packet(struct hd_rsp_reader *r, unsigned char byte)
{
	int digit = hd_hex_digit((char)byte);
	bool good = digit >= 0 && r->claimed <= 0xf && (r->claimed << 4 | (unsigned)digit) == r->sum;

	r->state = OUTSIDE;
	r->payload[r->length] = 0;
	return good && !r->too_long && !r->escaped ? HD_RSP_PACKET : HD_RSP_DAMAGED;
}

enum hd_rsp_event hd_rsp_read(struct hd_rsp_reader *r, unsigned char byte)
{
	int digit;

	switch (r->state) {
	case INSIDE:
		if (byte == '$')
			begin_packet(r); /* the end of the packet before was lost */
		else if (byte == '#')
			r->state = FIRST_DIGIT;
		else
			add_byte(r, byte);
		return HD_RSP_NOTHING;
	case FIRST_DIGIT:
		digit = hd_hex_digit((char)byte);
		r->claimed = digit < 0 ? 0x10 : (unsigned)digit;
		r->state = SECOND_DIGIT;
		return HD_RSP_NOTHING;
	case SECOND_DIGIT:
		return end_packet(r, byte);
	default:
		if (byte == '$')
			begin_packet(r);
		return byte == '-' ? HD_RSP_REFUSED : byte == INTERRUPT ? HD_RSP_INTERRUPT : HD_RSP_NOTHING;
	}
}

void hd_rsp_write(FILE *f, const char *payload, size_t length)
{
	unsigned sum = 0;

	fputc('$', f);
	for (size_t i = 0; i < length; i++) {
		unsigned char byte = (unsigned char)payload[i];

		if (strchr("#$*}", byte) && byte) {
			sum += ESCAPE;
			fputc(ESCAPE, f);
			byte ^= ESCAPE_FLIP;
		}
		sum += byte;
		fputc(byte, f);
	}
	fprintf(f, "#%02x", sum & 0xff);
}
