/* SPDX-License-Identifier: Apache-2.0 */
#include "static/ir/acts.h"

#include "base/fail.h"
#include "static/ir/source_places.h"
#include "static/ir/values.h"

struct hd_act *hd_extract_act(struct hd_extract *x, LLVMValueRef instruction, unsigned what,
			      LLVMValueRef address)
{
	struct hd_static_facts *f = x->facts;
	struct hd_act act = {.what = (uint8_t)what,
			     .block = x->block,
			     .callee = HD_NIL,
			     .at = address ? hd_value_cell(x, address) : HD_NOWHERE,
			     .with = HD_NOWHERE,
			     .root = address ? hd_value_root(x, address) : (struct hd_root){HD_NIL, 0},
			     .result = HD_NOWHERE};
	uint32_t number;

	act.site = hd_extract_site(x, instruction, what);
	number = HD_ADD(f, acts, act);
	return &f->acts[number];
}
