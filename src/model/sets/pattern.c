/* SPDX-License-Identifier: Apache-2.0 */
#include "model/sets/pattern.h"

static const struct {
	const char *text, *shape;
} patterns[HD_PATTERNS + 1] = {
    {"", ""},
    {"a value is updated that was read before the other unit changed it", "R(x) w(x) W(x)"},
    {"two reads of one location give different values", "R(x) w(x) R(x)"},
    {"an intermediate value is seen by the other unit", "W(x) r(x) W(x)"},
    {"what was written is lost before it is read again", "W(x) w(x) R(x)"},
    {"what the other unit wrote is lost", "W(x) w(x) W(x)"},
    {"the set is left inconsistent: one location is the one unit's, the other is the other's",
     "W(x) {w(x), w(y)} W(y)"},
    {"the set is left inconsistent: each unit has the last word about one location", "W(x) w(y) W(y) w(x)"},
    {"the other unit sees one location changed and the other not yet", "W(x) {r(x), r(y)} W(y)"},
    {"one location is read before the other unit's update, the other after it", "R(x) {w(x), w(y)} R(y)"},
    {"one location is read before the other unit's update, the other after it", "R(x) w(y) R(y) w(x)"},
    {"the other unit sees one location changed and the other not yet", "W(x) r(y) W(y) r(x)"}};

const char *hd_pattern_text(unsigned pattern)
{
	return pattern <= HD_PATTERNS ? patterns[pattern].text : "";
}

const char *hd_pattern_shape(unsigned pattern)
{
	return pattern <= HD_PATTERNS ? patterns[pattern].shape : "";
}
