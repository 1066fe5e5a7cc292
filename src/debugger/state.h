/* SPDX-License-Identifier: Apache-2.0
 *
 * What a server of the protocol knows of the debugger that it serves. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "debugger/packet.h"
#include "debugger/target.h"

#define HD_RSP_ERROR "E01"

struct hd_rsp_server {
	const struct hd_rsp_target_ops *ops;
	void *target;
	void (*send)(void *to, const char *bytes, size_t n);
	void *to;
	/* The server's own: */
	struct hd_rsp_reader reader;
	unsigned register_thread; /* whose registers are meant; 0: any     */
	unsigned step_thread;	  /* who steps; 0: any                      */
	bool no_acks;		  /* both sides trust the connection       */
	bool lists_threads;	  /* stops tell of all threads, which lldb wants */
	bool extended;		  /* the connection outlives the program   */
	bool over;		  /* the debugger wants to end the session */
	FILE *reply;		  /* of the packet that is handled         */
	char *last;		  /* packet that was sent, for a repetition */
	size_t last_size;
};

/* The thread that a packet means by 0 or -1. */
unsigned hd_rsp_any_thread(struct hd_rsp_server *s);
/* The numbers of all threads, to be freed. */
unsigned *hd_rsp_all_threads(struct hd_rsp_server *s, unsigned *n);
/* A thread's number, which is 0 for any and all. False: it is none. */
bool hd_rsp_thread_number(const char **at, unsigned *thread);
/* Send a packet at once, before the answer. */
void hd_rsp_send(struct hd_rsp_server *s, const char *payload, size_t n);
/* Have the debugger show a text, before the answer. */
void hd_rsp_say(struct hd_rsp_server *s, const char *text);
