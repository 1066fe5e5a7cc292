/* SPDX-License-Identifier: Apache-2.0 */
#include "report/origin.h"

#include <string.h>

#include "base/file.h"

struct pattern {
	enum hd_origin origin;
	const char *part;
};

/* Parts of paths; the first that is found decides. Frameworks often lie in the project's own tree. */
static const struct pattern paths[] = {
    {HD_ORIGIN_FRAMEWORK, "/gtest/gtest"},
    {HD_ORIGIN_FRAMEWORK, "/gtest/internal/"},
    {HD_ORIGIN_FRAMEWORK, "/gmock/gmock"},
    {HD_ORIGIN_FRAMEWORK, "/gmock/internal/"},
    {HD_ORIGIN_FRAMEWORK, "/googletest/src/"},
    {HD_ORIGIN_FRAMEWORK, "/googlemock/src/"},
    {HD_ORIGIN_FRAMEWORK, "/catch2/"},
    {HD_ORIGIN_FRAMEWORK, "/catch.hpp"},
    {HD_ORIGIN_FRAMEWORK, "/catch_amalgamated."},
    {HD_ORIGIN_FRAMEWORK, "/doctest.h"},
    {HD_ORIGIN_FRAMEWORK, "/boost/test/"},
    {HD_ORIGIN_FRAMEWORK, "/cmocka.c"},
    {HD_ORIGIN_FRAMEWORK, "/cmocka.h"},
    {HD_ORIGIN_FRAMEWORK, "/usr/include/check.h"},
    {HD_ORIGIN_CXX, "/include/c++/"},
    {HD_ORIGIN_CXX, "/libstdc++-v3/"},
};

/* Starts of the names of modules. They decide before the path does: libc's debug information has paths such
 * as
 * ./stdlib/exit.c, which could be a program's. */
static const struct pattern modules[] = {
    {HD_ORIGIN_FRAMEWORK, "libgtest"},	  {HD_ORIGIN_FRAMEWORK, "libgmock"},
    {HD_ORIGIN_FRAMEWORK, "libCatch2"},	  {HD_ORIGIN_FRAMEWORK, "libboost_unit_test_framework"},
    {HD_ORIGIN_FRAMEWORK, "libcmocka."},  {HD_ORIGIN_FRAMEWORK, "libcheck."},
    {HD_ORIGIN_CXX, "libstdc++."},	  {HD_ORIGIN_CXX, "libc++."},
    {HD_ORIGIN_CXX, "libc++abi."},	  {HD_ORIGIN_ALLOCATOR, "libjemalloc."},
    {HD_ORIGIN_ALLOCATOR, "libtcmalloc"}, {HD_ORIGIN_ALLOCATOR, "libmimalloc"},
    {HD_ORIGIN_SYSTEM, "libc.so."},	  {HD_ORIGIN_SYSTEM, "libm.so."},
    {HD_ORIGIN_SYSTEM, "ld-linux"},	  {HD_ORIGIN_SYSTEM, "libgcc_s."},
    {HD_ORIGIN_SYSTEM, "libpthread."},
};

static enum hd_origin origin_of_file(const char *file)
{
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (strstr(file, paths[i].part))
			return paths[i].origin;
	return strncmp(file, "/usr/", 5) == 0 ? HD_ORIGIN_SYSTEM : HD_ORIGIN_PROGRAM;
}

static enum hd_origin origin_of_module(const char *module)
{
	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
		if (!strncmp(module, modules[i].part, strlen(modules[i].part)))
			return modules[i].origin;
	return HD_ORIGIN_UNKNOWN;
}

enum hd_origin hd_origin_of(const struct hd_location *l)
{
	enum hd_origin origin = l->module ? origin_of_module(hd_base_name(l->module)) : HD_ORIGIN_UNKNOWN;

	return origin == HD_ORIGIN_UNKNOWN && l->file ? origin_of_file(l->file) : origin;
}

const char *hd_origin_text(enum hd_origin origin)
{
	static const char *const texts[] = {
	    [HD_ORIGIN_FRAMEWORK] = "in the test framework",
	    [HD_ORIGIN_CXX] = "in the C++ library",
	    [HD_ORIGIN_ALLOCATOR] = "in the allocator",
	    [HD_ORIGIN_SYSTEM] = "in system libraries",
	};

	return texts[origin];
}
