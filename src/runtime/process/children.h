/* SPDX-License-Identifier: Apache-2.0
 *
 * The processes that the program makes in a run. They run natively: Heddle does not schedule what they do,
 * and which of them ends first is observed. They are numbered in the order of their making, because process
 * ids differ from run to run. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* A child was made (pid < 0: it could not be). It has the program's descriptors: all, or those that stay open
 * over exec. */
void hd_child_made(pid_t pid, bool over_exec);

/* Before a child is made, by this function. */
void hd_child_begins(uint32_t site, const char *call, bool controlled);

/* In a child that goes on natively: before it does anything else. */
void hd_child_goes_native(void);

/* In the parent: the child was made, or could not be. */
void hd_child_controlled_made(void);
/* A child that goes on natively is about to be made while others are under control: ends the run as
 * unsupported. `call` is what makes it. */
void hd_child_refuse_native(uint32_t site, const char *call);
/* Processor time of children that went on natively and have been waited for, in nanoseconds. */
uint64_t hd_children_cpu(void);
/* Some children go on natively, and have not ended. */
bool hd_children_live(void);

/* As waitid(), with HD_WAIT_CHILD as the operation: the thread waits until a child has changed its state. */
int hd_child_wait(idtype_t type, id_t id, siginfo_t *info, int options, struct rusage *usage, uint32_t site);
/* Wait until the child, which is under control, has ended; it can be waited for afterwards. */
void hd_child_await_end(pid_t pid, uint32_t site);
/* The state that waitid() tells as the other wait functions tell it. */
int hd_child_status(const siginfo_t *info);

void hd_children_run_begin(void);
/* Once, before main: forks that libc makes by itself are seen too. */
void hd_children_init(void);
