/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/before_main.h"

#include "runtime/common/full.h"
#include "runtime/common/rt.h"

struct hd_before_main hd_before_main;

bool hd_is_early(void)
{
	return hd_is_under_test() && !hd_active();
}

static struct hd_early_file *file_of(int fd)
{
	for (unsigned i = 0; i < hd_before_main.nfiles; i++)
		if (hd_before_main.files[i].fd == fd)
			return &hd_before_main.files[i];
	return NULL;
}

void hd_before_main_made(int fd, enum hd_before_main_kind kind)
{
	struct hd_early_file *f = file_of(fd); /* an entry of a closed descriptor that had this number */

	if (fd < 0 || !hd_is_early() || (!f && hd_is_full(HD_FULL_EARLY_FILES, hd_before_main.nfiles)))
		return;
	if (!f)
		f = &hd_before_main.files[hd_before_main.nfiles++];
	*f = (struct hd_early_file){.fd = fd, .kind = kind};
}

void hd_before_main_timer_clock(int fd, clockid_t clock)
{
	struct hd_early_file *f = file_of(fd);

	if (f)
		f->clock = clock;
}

bool hd_before_main_timer_set(int fd, int flags, const struct itimerspec *setting)
{
	struct hd_early_file *f = file_of(fd);

	if (!f || f->kind != HD_BEFORE_MAIN_TIMERFD)
		return false;
	f->flags = flags;
	f->setting = *setting;
	return true;
}

struct hd_early_member *hd_before_main_member(int ep, int fd)
{
	for (unsigned i = 0; i < hd_before_main.nmembers; i++)
		if (hd_before_main.members[i].ep == ep && hd_before_main.members[i].fd == fd)
			return &hd_before_main.members[i];
	return NULL;
}

void hd_before_main_epoll_ctl(int ep, int op, int fd, const struct epoll_event *event)
{
	struct hd_early_member *m = hd_before_main_member(ep, fd);

	if (!hd_is_early())
		return;
	if (op == EPOLL_CTL_DEL) {
		if (m)
			*m = hd_before_main.members[--hd_before_main.nmembers];
		return;
	}
	if (!m && !hd_is_full(HD_FULL_EARLY_WATCHES, hd_before_main.nmembers))
		m = &hd_before_main.members[hd_before_main.nmembers++];
	if (m)
		*m = (struct hd_early_member){.ep = ep, .fd = fd, .event = *event};
}
