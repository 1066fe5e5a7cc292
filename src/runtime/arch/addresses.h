/* SPDX-License-Identifier: Apache-2.0
 *
 * Pages, and the addresses at which the runtime keeps things beside HD_WIRE_ADDRESS and HD_HEAP_ADDRESS of
 * wire.h: no memory of a program is there. */
#pragma once

#define HD_PAGE 4096UL

/* Stand for channels and descriptors, as objects that threads wait for or analyses look at: nothing is mapped
 * there. */
#define HD_CHANNEL_ADDRESS    0x100000000000UL
#define HD_DESCRIPTOR_ADDRESS 0x110000000000UL
/* Memory that the processes of a run share, between the wire and the heap. */
#define HD_TEAM_ADDRESS 0x280000000000UL
