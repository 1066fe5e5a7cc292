/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/model/texts.h"

#include <ctype.h>

#include "base/fail.h"

static const char *const common[HD_GEN_TEXTS] = {"a", "b", "key", "1", "", "hello world"};

const char *hd_model_text(const struct hd_model *m, uint32_t index)
{
	return index < HD_GEN_TEXTS ? common[index] : m->texts[index - HD_GEN_TEXTS];
}

size_t hd_model_texts(const struct hd_model *m)
{
	return HD_GEN_TEXTS + m->ntexts;
}

bool hd_model_give_text(struct hd_model *m, struct hd_model_param *p, const char *text)
{
	if (p->ntexts == HD_MODEL_TEXTS)
		return false;
	m->texts = hd_grow(m->texts, &m->texts_capacity, m->ntexts + 1, sizeof *m->texts);
	m->texts[m->ntexts++] = hd_strdup(text);
	p->texts[p->ntexts++] = (uint32_t)(HD_GEN_TEXTS + m->ntexts - 1);
	return true;
}

void hd_model_write_text(const struct hd_model *m, uint32_t index, FILE *f)
{
	putc('"', f);
	for (const char *c = hd_model_text(m, index); *c; c++)
		if (*c == '"' || *c == '\\')
			fprintf(f, "\\%c", *c);
		else if (isprint((unsigned char)*c))
			putc(*c, f);
		else
			fprintf(f, "\\%03o", (unsigned char)*c);
	putc('"', f);
}
