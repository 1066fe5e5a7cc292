/* SPDX-License-Identifier: Apache-2.0
 *
 * What writer and reader of report.json agree on. Private. */
#pragma once

#define HD_REPORT_VERSION 1 /* another number: another reader is needed. Members may be added without. */
