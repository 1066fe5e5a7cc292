/* SPDX-License-Identifier: Apache-2.0
 *
 * The processes of a crew, for crew.c alone. */
#pragma once

#include "heddle/crew.h"

/* Start the process of a worker; what goes wrong is in c->trouble. */
void hd_crew_launch(struct hd_crew *c, unsigned index);
/* Look which processes have ended, and start those again that ask for it. True: there is an event. */
bool hd_crew_reap(struct hd_crew *c, struct hd_crew_event *e);
