/* SPDX-License-Identifier: Apache-2.0
 *
 * Which runs the analyses look at, from where in a run and until when; and which analyses these are. What
 * happens in the run is told by analysis_feed.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/analysis.h"
#include "analysis/semaphores.h"
#include "base/own.h"
#include "model/check.h"

/* The analyses that look at the run under way. */
struct hd_watching {
	const struct hd_analysis_ops *ops;
	void *state;
};
extern HD_OWN struct hd_watching hd_watching[HD_ANALYSES];
extern HD_OWN unsigned hd_nwatching;

/* Tell all of them, in the order of the table. */
#define HD_TELL(event, ...)                                                                                  \
	do {                                                                                                 \
		for (unsigned i_ = 0; i_ < hd_nwatching; i_++)                                               \
			if (hd_watching[i_].ops->event)                                                      \
				hd_watching[i_].ops->event(hd_watching[i_].state, ##__VA_ARGS__);            \
	} while (0)

/* Does one of them want to be told? */
#define HD_LISTENS(event)                                                                                    \
	({                                                                                                   \
		bool listens_ = false;                                                                       \
		for (unsigned i_ = 0; i_ < hd_nwatching; i_++)                                               \
			listens_ |= hd_watching[i_].ops->event != NULL;                                      \
		listens_;                                                                                    \
	})

/* The semaphores that are used as locks, in the run under way. */
extern HD_OWN struct hd_semaphores hd_semaphores_watched;

void hd_watching_init(void);
/* Some runs are watched, by their numbers, and others because of their aims. */
void hd_watching_run_begin(uint64_t number);
void hd_watching_run_end(void);
/* The analyses of this search need not be told what the program does before it creates its first thread. */
bool hd_watching_can_begin_late(void);
/* In a large run: true if the analyses begin to look at it now, in the middle. */
bool hd_watching_begins_now(void);

/* Something happens that is looked at. */
void hd_watching_event(void);
/* It is of this size: true if it was too much, and nothing is watched any more. */
bool hd_watching_enough(size_t size);
/* An access happens: false if it is not to be looked at. */
bool hd_watching_access(size_t size);
