/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/model/conventions.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char *const words[] = {
    [HD_WORD_CREATES] =
	" new create creat open alloc make dup copy clone build parse load from connect start ",
    [HD_WORD_INITIALISES] = " init initialise initialize setup construct ctor ",
    [HD_WORD_DESTROYS] =
	" free destroy delete dispose unref decref release fini finalize deinit del drop uninit ",
    [HD_WORD_ENDS] = " close end stop finish shutdown cleanup exit quit term terminate teardown ",
    [HD_WORD_HANDS_OUT] =
	" get find peek lookup current default instance self next prev previous first last ",
    [HD_WORD_CHANGES] =
	" at search head tail root parent child begin ref add insert append push put pop remove set ",
    [HD_WORD_SIZE] =
	" len length size sz n num count cnt nbytes bytes cap capacity max maxlen bufsize buflen datalen ",
    [HD_WORD_POSITION] = " index idx i pos position offset off start from to at where nth slot column row ",
    [HD_WORD_FLAGS] = " flags flag options opts ",
};

static bool is_word(const char *word, size_t length, enum hd_word kind)
{
	for (const char *at = words[kind]; (at = strchr(at, ' ')) && at[1]; at++)
		if (!strncasecmp(at + 1, word, length) && at[1 + length] == ' ')
			return true;
	return false;
}

/* The end of the word that begins here: before an underscore, a digit, or a capital letter after a small one.
 */
static const char *word_end(const char *word)
{
	const char *end = word;

	while (*end && *end != '_' && !isdigit((unsigned char)*end) &&
	       (end == word || !isupper((unsigned char)*end) || !islower((unsigned char)end[-1])))
		end++;
	return end;
}

static bool walk(const char *name, enum hd_word kind, bool last_only)
{
	bool is_last_kind = false, any = false;

	while (*name) {
		const char *end = word_end(name);

		if (end > name) {
			is_last_kind = is_word(name, (size_t)(end - name), kind);
			any |= is_last_kind;
		}
		name = end > name ? end : name + 1;
	}
	return last_only ? is_last_kind : any;
}

bool hd_name_has(const char *name, enum hd_word kind)
{
	return walk(name, kind, false);
}

bool hd_name_ends(const char *name, enum hd_word kind)
{
	return walk(name, kind, true);
}
