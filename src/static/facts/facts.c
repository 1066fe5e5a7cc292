/* SPDX-License-Identifier: Apache-2.0 */
#include "static/facts/facts.h"

#include <stdlib.h>

void hd_facts_term(struct hd_static_facts *f)
{
	hd_cells_term(&f->cells);
	for (size_t i = 0; i < f->nfunctions; i++)
		free(f->functions[i].name);
	for (size_t i = 0; i < f->nsites; i++)
		free(f->sites[i].function);
	for (size_t i = 0; i < f->nfiles; i++)
		free(f->files[i]);
	for (size_t i = 0; i < f->nglobals; i++)
		free(f->globals[i].name);
	for (size_t i = 0; i < f->nmembers; i++)
		free(f->members[i].name);
	free(f->globals);
	free(f->members);
	free(f->functions);
	free(f->blocks);
	free(f->acts);
	free(f->successors);
	free(f->args);
	free(f->params);
	free(f->callees);
	free(f->copies);
	free(f->shifts);
	free(f->sites);
	free(f->files);
	free(f->value_blocks);
	*f = (struct hd_static_facts){0};
}
