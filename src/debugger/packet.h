/* SPDX-License-Identifier: Apache-2.0
 *
 * The frames of gdb's remote serial protocol: $payload#checksum. The reader takes one byte at a time,
 * whatever the other side sends. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define HD_RSP_PACKET_MAX (64u << 10) /* bytes of a payload */

enum hd_rsp_event {
	HD_RSP_NOTHING,	 /* the packet is not complete yet                         */
	HD_RSP_PACKET,	 /* one is: `payload` has `length` bytes, and a 0 after them */
	HD_RSP_DAMAGED,	 /* one came with a wrong checksum, or was too long        */
	HD_RSP_REFUSED,	 /* the other side wants the last packet again             */
	HD_RSP_INTERRUPT /* the other side wants the program to stop               */
};

struct hd_rsp_reader {
	char payload[HD_RSP_PACKET_MAX + 1];
	size_t length;
	unsigned state; /* the reader's own */
	unsigned sum, claimed;
	bool escaped, too_long;
};

/* The reader is all zero at first. */
enum hd_rsp_event hd_rsp_read(struct hd_rsp_reader *r, unsigned char byte);
/* Write a payload as a packet. */
void hd_rsp_write(FILE *f, const char *payload, size_t length);
