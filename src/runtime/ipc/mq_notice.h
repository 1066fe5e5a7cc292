/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests to be notified when a message comes to an empty queue (mq_notify). Messages that threads of the
 * program send are seen here; the kernel notifies of messages that a child sends. */
#pragma once

#include <mqueue.h>
#include <stdint.h>

/* As mq_notify(); event NULL withdraws the request. Returns 0, or -1 and errno. */
int hd_notice_set(mqd_t q, uint64_t channel, const struct sigevent *event, uint32_t site);
/* A message was sent to the queue when it was empty. */
void hd_notice_sent(mqd_t q, uint64_t channel);
void hd_notice_closed(mqd_t q);
void hd_mq_notice_run_begin(void);
