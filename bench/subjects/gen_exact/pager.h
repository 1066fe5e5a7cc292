/* SPDX-License-Identifier: Apache-2.0
 *
 * A text of some pages, which are written one after the other. */
#pragma once

struct pager;

struct pager *pager_new(void);
void pager_free(struct pager *p);
/* Write all pages anew. */
void pager_write(struct pager *p);
/* The number of the edition; -1: it is being written. */
int pager_edition(struct pager *p);
