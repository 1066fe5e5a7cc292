/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions that the runtime looks for in code, or carries out in place of the processor. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The code enters the kernel by an instruction of its own. */
bool hd_code_enters_kernel(const unsigned char *code, size_t size);

/* The code reads the processor's counter of time. */
bool hd_code_reads_counter(const unsigned char *code, size_t size);
/* The instruction there reads it: its length; 0: it is another instruction. */
unsigned hd_counter_instruction(const unsigned char *code);
/* The thread with this context goes on after that instruction, which has read these ticks. */
void hd_counter_answer(void *context, unsigned length, uint64_t ticks);
/* What the counter shows. */
uint64_t hd_counter_ticks(void);
