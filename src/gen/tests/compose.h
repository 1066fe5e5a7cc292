/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls with arguments. A parameter is an object that is there already, one that is made for it, a literal,
 * or NULL; what has failed before is avoided. */
#pragma once

#include "base/rng.h"
#include "gen/tests/experience.h"
#include "gen/tests/part.h"

struct hd_composer {
	const struct hd_model *model;
	struct hd_experience *experience;
	struct hd_rng rng;
};

/* Add a call of `function` to the part, with the calls that make what it needs before it; `most` is how many
 * calls the part may have. One parameter of the type of slot `shared` gets that object; HD_NO_OBJECT: there
 * is no such one. False, with the part as it was: it did not work out. */
bool hd_compose_call(struct hd_composer *c, const struct hd_part *prefix, struct hd_part *part, unsigned most,
		     uint32_t function, uint32_t shared);
/* Make an object of that type in the part, in its next slot. */
bool hd_compose_object(struct hd_composer *c, const struct hd_part *prefix, struct hd_part *part,
		       unsigned most, uint32_t object);
