/* SPDX-License-Identifier: Apache-2.0
 *
 * Event counters: see wrap_eventfd.c. */
#pragma once

#include <stdint.h>

/* What the counter shows, without taking it. */
uint64_t hd_eventfd_count(int fd);
/* The descriptor is an eventfd that was made before main. */
void hd_eventfd_adopt(int fd);
