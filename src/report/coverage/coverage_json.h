/* SPDX-License-Identifier: Apache-2.0
 *
 * Coverage as JSON. */
#pragma once

#include "report/coverage/coverage.h"

/* 0, or -1 with errno. */
int hd_coverage_write_json(const struct hd_coverage *c, FILE *f);
