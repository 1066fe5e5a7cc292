/* SPDX-License-Identifier: Apache-2.0
 *
 * Coverage as one HTML file that needs nothing else: no script, the curve is an SVG picture, light or dark as
 * the reader's system is. */
#pragma once

#include "report/coverage/coverage.h"

int hd_coverage_write_html(const struct hd_coverage *c, FILE *f);
/* The curve alone, for another page. */
void hd_coverage_put_curve(const struct hd_coverage *c, FILE *f);
