/* SPDX-License-Identifier: Apache-2.0
 *
 * The output of a program that may print without end: the first and the last part are kept, and how much
 * was left out between them. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#define HD_CAPTURE_HEAD (1u << 20)
#define HD_CAPTURE_TAIL (64u << 10)

struct hd_capture {
	int read_fd, write_fd; /* a pipe; the write end is for the children, -1 once closed */
	size_t total;	       /* bytes seen */
	char *head;	       /* the first HD_CAPTURE_HEAD of them */
	char *tail;	       /* a ring of the last HD_CAPTURE_TAIL after the head */
};

/* 0, or -1 with errno. */
int hd_capture_init(struct hd_capture *c);
void hd_capture_term(struct hd_capture *c);
/* Take what is there; never waits. */
void hd_capture_drain(struct hd_capture *c);
void hd_capture_add(struct hd_capture *c, const char *data, size_t n);
/* The last words, at most `max` bytes, as one line: line ends become " | ". To be freed. */
char *hd_capture_last(const struct hd_capture *c, size_t max);
/* The last `most` lines that are not empty, in order; how many there are. Control characters are written as
 * \\t or \\x1b, and a line that is longer than `width` bytes is cut. To be freed, each, and the list. */
unsigned hd_capture_last_lines(const struct hd_capture *c, unsigned most, size_t width, char ***lines);
/* Write it out, with a line that says how much is missing if something is. */
void hd_capture_print(const struct hd_capture *c, FILE *f);
