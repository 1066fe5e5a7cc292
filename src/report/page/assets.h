/* SPDX-License-Identifier: Apache-2.0
 *
 * Styles and scripts of the pages, as the files beside this one have them: tools/page_assets says which page
 * has which files. */
#pragma once

struct hd_page_assets {
	const char *style, *style_hash;
	const char *script, *script_hash; /* NULL: the page has no script */
};

extern const struct hd_page_assets hd_bug_assets, hd_index_assets, hd_coverage_assets, hd_pairs_assets;
extern const char hd_bug_explorer[]; /* markup that the script of a failure's page fills in */
