/* SPDX-License-Identifier: Apache-2.0 */
#include "report/page/assets.h"

#include <stddef.h>

#include "report/page/assets_text.h" /* made by tools/page_assets */

const struct hd_page_assets hd_bug_assets = {HD_BUG_STYLE, HD_BUG_STYLE_HASH, HD_BUG_SCRIPT,
					     HD_BUG_SCRIPT_HASH};
const struct hd_page_assets hd_index_assets = {HD_INDEX_STYLE, HD_INDEX_STYLE_HASH, NULL, NULL};
const struct hd_page_assets hd_coverage_assets = {HD_COVERAGE_STYLE, HD_COVERAGE_STYLE_HASH, NULL, NULL};
const struct hd_page_assets hd_pairs_assets = {HD_PAIRS_STYLE, HD_PAIRS_STYLE_HASH, HD_PAIRS_SCRIPT,
					       HD_PAIRS_SCRIPT_HASH};
const char hd_bug_explorer[] = HD_BUG_EXPLORER;
