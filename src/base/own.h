/* SPDX-License-Identifier: Apache-2.0
 *
 * Variables that no other library sees. -fvisibility=hidden says it of definitions alone: without it a
 * position- independent library looks up the address of each variable that another of its files defines. */
#pragma once

#define HD_OWN __attribute__((visibility("hidden")))
