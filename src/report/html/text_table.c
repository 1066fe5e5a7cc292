/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/text_table.h"

#include "report/json/json_text.h"

void hd_text_table_begin(struct hd_text_table *t)
{
	*t = (struct hd_text_table){json_array(), json_object()};
}

json_int_t hd_text_number(struct hd_text_table *t, const char *text)
{
	json_int_t number;

	if (!text)
		return 0;
	number = json_integer_value(json_object_get(t->known, text));
	if (number)
		return number;
	json_array_append_new(t->list, hd_json_text(text));
	number = (json_int_t)json_array_size(t->list);
	json_object_set_new_nocheck(t->known, text, json_integer(number));
	return number;
}

json_t *hd_text_table_end(struct hd_text_table *t)
{
	json_decref(t->known);
	return t->list;
}
