/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define ROWS	 10
#define DOTS_X	 2 /* of a braille character */
#define DOTS_Y	 4
#define COLS_MAX 100

struct canvas {
	unsigned cols;
	uint8_t cells[ROWS][COLS_MAX]; /* dots, as bits of Unicode's braille patterns */
};

static void dot(struct canvas *c, unsigned x, unsigned y)
{
	static const uint8_t bits[DOTS_Y][DOTS_X] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
	unsigned row = ROWS - 1 - y / DOTS_Y;

	c->cells[row][x / DOTS_X] |= bits[DOTS_Y - 1 - y % DOTS_Y][x % DOTS_X];
}

static uint64_t height_at(const struct hd_plot_point *points, size_t n, double x)
{
	uint64_t y = 0;

	for (size_t i = 0; i < n && (double)points[i].x <= x; i++)
		y = points[i].y > y ? points[i].y : y;
	return y;
}

static void plot_draw(struct canvas *c, const struct hd_plot_point *points, size_t n, uint64_t top)
{
	unsigned width = c->cols * DOTS_X, below = 0;
	double scale = log((double)points[n - 1].x) / (width - 1); /* from 1 to the last one */

	for (unsigned x = 0; x < width; x++) {
		uint64_t value = height_at(points, n, exp(scale * x) * (1 + 1e-9));
		unsigned y = (unsigned)((double)value / (double)top * (ROWS * DOTS_Y - 1) + 0.5);

		for (unsigned at = x ? below : y; at < y; at++) /* a rise is a line, not a gap */
			dot(c, x, at);
		dot(c, x, y);
		below = y;
	}
}

static void plot_put_cell(FILE *f, uint8_t dots, bool utf8)
{
	if (!dots)
		fputc(' ', f);
	else if (utf8) /* U+2800 and the dots */
		fprintf(f, "\xe2%c%c", (char)(0xa0 | (dots >> 6)), (char)(0x80 | (dots & 0x3f)));
	else
		fputc('*', f);
}

static void plot_put_row(FILE *f, const struct canvas *c, unsigned row, const char *label, int label_width,
			 bool utf8)
{
	fprintf(f, "  %*s %s", label_width, label, utf8 ? "\xe2\x94\x82" : "|");
	for (unsigned x = 0; x < c->cols; x++)
		plot_put_cell(f, c->cells[row][x], utf8);
	fputc('\n', f);
}

static void put_axis(FILE *f, const struct canvas *c, int label_width, uint64_t runs, bool utf8)
{
	char count[HD_COUNT_TEXT];

	fprintf(f, "  %*s %s", label_width, "", utf8 ? "\xe2\x94\x94" : "+");
	for (unsigned x = 0; x < c->cols; x++)
		fputs(utf8 ? "\xe2\x94\x80" : "-", f);
	hd_count_text(runs, count);
	fprintf(f, "\n  %*s 1%*s runs\n", label_width + 1, "", (int)c->cols - 6, count);
}

void hd_plot(FILE *f, const struct hd_plot_point *points, size_t n, unsigned width, bool utf8)
{
	struct canvas c = {0};
	char top[HD_COUNT_TEXT];
	int label_width;

	if (!n || !points[n - 1].y)
		return;
	label_width = (int)strlen(hd_count_text(points[n - 1].y, top));
	c.cols = width > (unsigned)label_width + 24 ? width - (unsigned)label_width - 4 : 20;
	if (c.cols > COLS_MAX)
		c.cols = COLS_MAX;
	plot_draw(&c, points, n, points[n - 1].y);
	for (unsigned row = 0; row < ROWS; row++)
		plot_put_row(f, &c, row, row == 0 ? top : row == ROWS - 1 ? "0" : "", label_width, utf8);
	put_axis(f, &c, label_width, points[n - 1].x, utf8);
}
