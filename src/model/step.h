/* SPDX-License-Identifier: Apache-2.0
 *
 * One step of a schedule: which thread went, and what it was about to do. For kind HD_VALUE the step is a
 * data choice: `site` holds the chosen value and tid the thread that asked. */
#pragma once

#include <stdint.h>

struct hd_step {
	uint16_t tid;
	uint8_t kind; /* enum hd_event_kind */
	uint8_t note; /* HD_NOTE_* */
	uint32_t site;
};

#define HD_NOTE_TIMEOUT                                                                                      \
	1u /* the operation ended by its timeout; with HD_VALUE: virtual time went on to the next deadline   \
	    * because real time had */
#define HD_NOTE_SPURIOUS 2u /* the condvar's waiter woke for no reason        */
#define HD_NOTE_CANCEL	 4u /* the wait ended because the thread is cancelled */
#define HD_NOTE_PENDING                                                                                      \
	8u /* no step: an access that was announced when the run ended. Comes after all steps, because       \
	    * a replay must stop its thread there too */
#define HD_NOTE_SIGNAL                                                                                       \
	16u /* a signal handler ran and the wait ended; with HD_VALUE: the signal of this number came from   \
	     * outside */
#define HD_NOTE_FACT                                                                                         \
	32u /* with HD_VALUE: no choice, but what the program was told about this process or machine */
#define HD_NOTES_ALL 63u
