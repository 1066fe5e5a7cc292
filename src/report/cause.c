/* SPDX-License-Identifier: Apache-2.0 */
#include "report/cause.h"

#include <stdlib.h>

void hd_decisive_free(struct hd_decisive_list *l)
{
	free(l->list);
	*l = (struct hd_decisive_list){0};
}
