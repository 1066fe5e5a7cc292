/* SPDX-License-Identifier: Apache-2.0
 * The tables behind cc_option.h, for gcc and clang alike.
 */
#include "heddle/cc/cc_option.h"

#include <stddef.h>
#include <string.h>

#include "base/file.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Most of these also have a form with the value attached (-Idir); only the bare word swallows the next one.
 */
static const char *const with_value[] = {
    /* files, languages, macros */
    "-o", "-x", "-D", "-U", "-A", "-include", "-imacros", "-include-pch", "--output", "--language",
    "--include", "--imacros", "--define-macro", "--undefine-macro", "--assert", "-aux-info", "-dumpbase",
    "-dumpbase-ext", "-dumpdir",
    /* search paths */
    "-I", "-F", "-B", "-L", "-isystem", "-iquote", "-idirafter", "-iprefix", "-iwithprefix",
    "-iwithprefixbefore", "-isysroot", "-imultilib", "-imultiarch", "-iframework", "-ivfsoverlay",
    "-isystem-after", "-cxx-isystem", "-c-isystem", "--sysroot", "--prefix", "--library-directory",
    "--include-directory", "--include-prefix", "-working-directory", "-resource-dir", "-gcc-toolchain",
    /* dependencies */
    "-MF", "-MT", "-MQ", "-MJ",
    /* handed to one tool */
    "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang", "-Xanalyzer", "-Xopenmp-target", "-mllvm",
    "-wrapper", "--for-linker", "--for-assembler", "--param",
    /* the linker */
    "-l", "-T", "-Tbss", "-Tdata", "-Ttext", "-u", "-z", "-e", "-h", "-rpath", "-framework", "--entry",
    "--force-link",
    /* targets */
    "-target", "--target", "-arch", "-b", "-V", "-G", "-serialize-diagnostics", "--serialize-diagnostics"};

static const char *const source_suffix[] = {"c", "i",  "ii", "cc", "cp",  "cxx", "cpp", "CPP",	"c++", "C",
					    "m", "mi", "mm", "M",  "mii", "ll",	 "bc",	"cppm", "ixx"};
static const char *const header_suffix[] = {"h", "hh", "H", "hp", "hxx", "hpp", "HPP", "h++", "tcc"};
static const char *const other_suffix[] = {"s",	  "S",	 "sx",	"asm", "f",   "for", "ftn", "fpp", "F",
					   "FOR", "FTN", "FPP", "f77", "f90", "f95", "f03", "f08", "F77",
					   "F90", "F95", "F03", "F08", "d",   "di",  "go",  "adb", "ads"};
static const char *const other_language[] = {"assembler", "f77",     "f95", "ada",
					     "adawhat",	  "adascil", "d",   "go"};

static const char *const preprocessed_suffix[] = {"i", "ii", "mi", "mii", "ll", "bc"};

bool hd_cc_is_among(const char *word, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(word, list[i]))
			return true;
	return false;
}

static bool ends_with(const char *word, const char *end)
{
	size_t length = strlen(word), tail = strlen(end);

	return length >= tail && !strcmp(word + length - tail, end);
}

bool hd_cc_takes_next(const char *word)
{
	return hd_cc_is_among(word, with_value, COUNT(with_value));
}

enum hd_cc_input hd_cc_input_by_name(const char *path)
{
	const char *dot = strrchr(hd_base_name(path), '.');

	if (!strcmp(path, "-"))
		return HD_CC_SOURCE;
	if (!dot)
		return HD_CC_OBJECT;
	if (hd_cc_is_among(dot + 1, source_suffix, COUNT(source_suffix)))
		return HD_CC_SOURCE;
	if (hd_cc_is_among(dot + 1, header_suffix, COUNT(header_suffix)))
		return HD_CC_HEADER;
	return hd_cc_is_among(dot + 1, other_suffix, COUNT(other_suffix)) ? HD_CC_OTHER : HD_CC_OBJECT;
}

enum hd_cc_input hd_cc_input_by_language(const char *language)
{
	if (ends_with(language, "-header"))
		return HD_CC_HEADER;
	/* assembler-with-cpp, f95-cpp-input and their like are the same language, preprocessed first. */
	for (size_t i = 0; i < COUNT(other_language); i++) {
		size_t length = strlen(other_language[i]);
		if (!strncmp(language, other_language[i], length) &&
		    (!language[length] || language[length] == '-'))
			return HD_CC_OTHER;
	}
	return HD_CC_SOURCE;
}

bool hd_cc_preprocessed_by_name(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && hd_cc_is_among(dot + 1, preprocessed_suffix, COUNT(preprocessed_suffix));
}

bool hd_cc_preprocessed_by_language(const char *language)
{
	return ends_with(language, "cpp-output") || !strcmp(language, "ir");
}
