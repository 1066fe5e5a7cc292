/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/unwind.h"

#include <elfutils/libdwfl.h>
#include <stdlib.h>

#include "base/fail.h"

struct hd_unwinder {
	Dwfl *dwfl;
	pid_t pid;
	hd_unwind_memory *memory;
	void *from;
	/* Of the call under way: */
	const struct hd_unwind_frame *innermost;
	struct hd_unwind_frame *frames;
	unsigned n, most;
};

/* The tables for exceptions are in the modules themselves. */
static int no_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base, const char *file,
			const char *link, GElf_Word crc, char **found)
{
	(void)module, (void)data, (void)name, (void)base, (void)file, (void)link, (void)crc, (void)found;
	return -1;
}

static const Dwfl_Callbacks module_callbacks = {
    .find_elf = dwfl_linux_proc_find_elf,
    .find_debuginfo = no_debuginfo,
};

/* The one thread that libdwfl is told of is the stack that is asked for. */
static pid_t only_thread(Dwfl *dwfl, void *arg, void **thread_arg)
{
	struct hd_unwinder *u = arg;

	(void)dwfl;
	if (*thread_arg)
		return 0;
	*thread_arg = u;
	return u->pid;
}

static bool read_word(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *result, void *arg)
{
	const struct hd_unwinder *u = arg;
	uint64_t word;

	(void)dwfl;
	if (!u->memory(u->from, address, &word))
		return false;
	*result = word;
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const struct hd_unwinder *u = arg;
	Dwarf_Word words[HD_UNWIND_REGISTERS];

	for (unsigned i = 0; i < HD_UNWIND_REGISTERS; i++)
		words[i] = u->innermost->reg[i];
	return dwfl_thread_state_registers(thread, 0, HD_UNWIND_REGISTERS, words);
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
    .next_thread = only_thread,
    .memory_read = read_word,
    .set_initial_registers = set_registers,
};

struct hd_unwinder *hd_unwinder_new(pid_t pid, hd_unwind_memory *memory, void *from)
{
	struct hd_unwinder *u = hd_new(1, sizeof *u);

	u->pid = pid;
	u->memory = memory;
	u->from = from;
	u->dwfl = dwfl_begin(&module_callbacks);
	if (!u->dwfl || dwfl_linux_proc_report(u->dwfl, pid) || dwfl_report_end(u->dwfl, NULL, NULL) ||
	    !dwfl_attach_state(u->dwfl, NULL, pid, &thread_callbacks, u)) {
		hd_unwinder_free(u);
		return NULL;
	}
	return u;
}

void hd_unwinder_free(struct hd_unwinder *u)
{
	if (!u)
		return;
	if (u->dwfl)
		dwfl_end(u->dwfl);
	free(u);
}

static int take_frame(Dwfl_Frame *frame, void *arg)
{
	struct hd_unwinder *u = arg;
	struct hd_unwind_frame *f = &u->frames[u->n];
	bool interrupted;
	Dwarf_Addr pc;

	if (u->n >= u->most || !dwfl_frame_pc(frame, &pc, &interrupted))
		return DWARF_CB_ABORT;
	for (unsigned i = 0; i < HD_UNWIND_PC; i++) {
		Dwarf_Word value;

		f->reg[i] = dwfl_frame_reg(frame, i, &value) == 0 ? value : 0;
	}
	f->reg[HD_UNWIND_PC] = pc;
	f->called = !interrupted;
	u->n++;
	return DWARF_CB_OK;
}

unsigned hd_unwind(struct hd_unwinder *u, const struct hd_unwind_frame *innermost,
		   struct hd_unwind_frame *frames, unsigned most)
{
	u->innermost = innermost;
	u->frames = frames;
	u->most = most;
	u->n = 0;
	dwfl_getthread_frames(u->dwfl, u->pid, take_frame, u);
	return u->n;
}
