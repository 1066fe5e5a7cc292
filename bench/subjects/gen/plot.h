/* SPDX-License-Identifier: Apache-2.0
 *
 * A plot with notes in it, and functions that are told of each. */
#pragma once

struct plot;
struct plot_note;

struct plot *plot_new(void);
void plot_free(struct plot *p);
struct plot_note *plot_note_new(const char *text);
void plot_note_free(struct plot_note *n);
/* The plot takes the note over. */
void plot_add_note(struct plot *p, struct plot_note *n);
void plot_clear_notes(struct plot *p);
int plot_draw(struct plot *p, int (*draw)(void *user, const char *text), void *user);
