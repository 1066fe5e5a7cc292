/* SPDX-License-Identifier: Apache-2.0
 *
 * A runtime that misbehaves in a chosen way (FAKE_RUNTIME), to see what the controller makes of it. It is
 * loaded in place of libheddle-rt.so, does its mischief and ends the process before main. */
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "wire/wire.h"

static struct hd_wire *wire;
static struct hd_wire_worker *slot;
static int control_fd;

static void attach(void)
{
	int wire_fd;
	unsigned index;
	struct stat st;

	if (sscanf(getenv(HD_WIRE_ENV), "%d:%d:%u", &wire_fd, &control_fd, &index) != 3 ||
	    fstat(wire_fd, &st))
		abort();
	wire = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, wire_fd, 0);
	slot = &wire->workers[index];
	slot->state = HD_WORKER_RUNNING;
}

static void note(uint32_t worker, uint32_t what)
{
	struct hd_wire_note n = {.worker = worker, .what = what};

	if (write(control_fd, &n, sizeof(n)) != (ssize_t)sizeof(n))
		abort();
}

static void report(void)
{
	slot->state = HD_WORKER_REPORTED;
	note((uint32_t)(slot - wire->workers), HD_WIRE_LOOK);
	while (slot->state == HD_WORKER_REPORTED)
		syscall(SYS_futex, &slot->state, FUTEX_WAIT, HD_WORKER_REPORTED, NULL, NULL, 0);
}

static void broken(void)
{
	strcpy(slot->broken, "sched.c:12: t->ready: thread 3");
	_exit(HD_EXIT_BROKEN);
}

static void refused(void)
{
	strcpy(slot->broken, "the address range that Heddle needs is taken");
	_exit(HD_EXIT_REFUSED);
}

static void between_runs(void)
{
	raise(SIGSEGV);
}

static void silent(void)
{
	slot->state = HD_WORKER_NEW;
	_exit(0);
}

static void again(void)
{
	_exit(HD_EXIT_AGAIN);
}

/* Everything that the controller reads is garbage. */
static void scribble(void)
{
	memset(&slot->failure, 0xff, sizeof(slot->failure));
	memset(slot->schedule, 0xff, 4096);
	slot->failure.outcome = HD_OUT_CRASH;
	slot->nschedule = 100;
	wire->nsites = UINT32_MAX;
	wire->nmodules = UINT32_MAX;
	slot->reset = 77;
	report();
	slot->nschedule = UINT64_MAX;
	strcpy(slot->failure.message, "other");
	slot->failure.outcome = HD_OUT_CRASH;
	report();
	slot->failure.outcome = 12345;
	report();
}

static void stray_notes(void)
{
	note(99, HD_WIRE_LOOK);
	note(0, 99);
	note(0, HD_WIRE_LOOK); /* nothing was reported */
}

static const struct mischief {
	const char *name;
	void (*act)(void);
} mischiefs[] = {
    {"broken", broken}, {"refused", refused},	{"between-runs", between_runs}, {"silent", silent},
    {"again", again},	{"scribble", scribble}, {"stray-notes", stray_notes},
};

__attribute__((constructor)) static void misbehave(void)
{
	const char *name = getenv("FAKE_RUNTIME");

	if (!name || !getenv(HD_WIRE_ENV))
		return;
	attach();
	for (size_t i = 0; i < sizeof(mischiefs) / sizeof(mischiefs[0]); i++)
		if (!strcmp(mischiefs[i].name, name))
			mischiefs[i].act();
	slot->state = HD_WORKER_DONE;
	_exit(HD_EXIT_DONE);
}
