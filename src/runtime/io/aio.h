/* SPDX-License-Identifier: Apache-2.0
 *
 * Asynchronous input and output (aio_read() and its relatives). Each request is carried out by a thread of
 * its own that the scheduler knows as any other, so when it is begun and when it is finished are choices of
 * the schedule, and its buffer is read or written by that thread. Requests for one descriptor are carried out
 * in the order in which they were made, as libc does it. */
#pragma once

#include <aio.h>
#include <stdbool.h>
#include <stdint.h>

/* What several requests of lio_listio() have in common. */
struct hd_aio_group {
	unsigned left; /* requests that are not finished */
	bool used;
	bool told; /* the program is notified when the last one is finished */
	struct sigevent event;
};

enum hd_aio_what { HD_AIO_READ, HD_AIO_WRITE, HD_AIO_SYNC, HD_AIO_DATA_SYNC };

/* Make a request; `group` may be NULL. -1 and errno: it is not made, and its result tells why. */
int hd_aio_submit(struct aiocb *cb, enum hd_aio_what what, struct hd_aio_group *group, uintptr_t pc);
/* A new group. */
struct hd_aio_group *hd_aio_group(const struct sigevent *event, uint32_t site);
/* All requests of the group are made. Until now the caller counted as one of those that are left. */
void hd_aio_group_made(struct hd_aio_group *group, uint32_t site);
/* Send the notification that the event asks for: a request or a group is finished. */
void hd_aio_notify(const struct sigevent *event, uint32_t site);
/* Cancel a request of this descriptor, or all (NULL): AIO_CANCELED, AIO_NOTCANCELED or AIO_ALLDONE. */
int hd_aio_cancel(int fd, const struct aiocb *cb, uint32_t site);

/* Whenever a request is finished, the threads that wait for this object look again. */
extern char hd_aio_object;
bool hd_aio_in_progress(const struct aiocb *cb);

void hd_aio_run_begin(void);
