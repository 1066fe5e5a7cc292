#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle-cc and heddle-c++ as the compilers of an Autoconf project with Automake and Libtool, of a CMake project and of
# a Meson project: each has a C++ program over a C library, static and shared, is configured, built, installed and run.
# shellcheck source=lib.sh
. "$(dirname "$0")/../lib.sh"
export CC=$B/bin/heddle-cc CXX=$B/bin/heddle-c++ CFLAGS="-O1 -Werror" CXXFLAGS="-O1 -Werror"
unset LDFLAGS CPPFLAGS LD_LIBRARY_PATH

# The sources that all three projects share.
sources()
{
	mkdir -p "$1"
	cat >"$1/tally.h" <<'END'
#ifdef __cplusplus
extern "C" {
#endif
int tally(int threads);
#ifdef __cplusplus
}
#endif
END
	cat >"$1/tally.c" <<'END'
#include "tally.h"
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	total++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int tally(int threads)
{
	pthread_t thread[16];

	for (int i = 0; i < threads; i++)
		pthread_create(&thread[i], 0, add, 0);
	for (int i = 0; i < threads; i++)
		pthread_join(thread[i], 0);
	return total;
}
END
	cat >"$1/program.cpp" <<'END'
#include "tally.h"
#include <iostream>
#include <mutex>
#include <string>

#ifndef HAVE_PTHREAD_BARRIER_INIT
#error "the check for a function of libpthread failed"
#endif
#ifdef HAVE_NO_SUCH_FUNCTION
#error "the check for a function that does not exist succeeded"
#endif
#if SIZE_OF_LONG != 8
#error "the check for the size of long failed"
#endif

int main()
{
	static std::once_flag once;
	std::call_once(once, [] { std::cout << std::string("tally ") << tally(4) << std::endl; });
}
END
}

quietly() { "$@" >"$T/log" 2>&1 || { tail -60 "$T/log" && fail "$*"; }; }

# Built with Heddle, runs by itself, and so does what was installed.
check_program()
{
	[ "$("$1")" = "tally 4" ] || fail "$1 does not print its line"
	readelf -d "$2" >"$T/dynamic"
	grep 'NEEDED.*libheddle-rt' "$T/dynamic" >/dev/null || fail "$2 is not linked with the runtime"
	nm -D "$2" | grep 'U __tsan_func_entry' >/dev/null || fail "$2 is not instrumented"
}

autoconf_project()
{
	local at=$T/autoconf-$1
	sources "$at"
	cat >"$at/configure.ac" <<'END'
AC_INIT([tally], [1.0])
AC_CONFIG_AUX_DIR([aux-files])
AC_CONFIG_MACRO_DIRS([m4])
AM_INIT_AUTOMAKE([foreign subdir-objects])
AM_PROG_AR
LT_INIT
AC_PROG_CC
AC_PROG_CXX
AC_CHECK_HEADERS([pthread.h])
AC_SEARCH_LIBS([pthread_create], [pthread])
AC_CHECK_FUNCS([pthread_barrier_init no_such_function])
AC_CHECK_SIZEOF([long])
AC_DEFINE_UNQUOTED([SIZE_OF_LONG], [$ac_cv_sizeof_long], [the size of long])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
	cat >"$at/Makefile.am" <<'END'
ACLOCAL_AMFLAGS = -I m4
lib_LTLIBRARIES = libtally.la
libtally_la_SOURCES = tally.c tally.h
libtally_la_LDFLAGS = -no-undefined
bin_PROGRAMS = program with_archive
program_SOURCES = program.cpp
program_LDADD = libtally.la
noinst_LTLIBRARIES = libinner.la
libinner_la_SOURCES = tally.c
with_archive_SOURCES = program.cpp
with_archive_LDADD = libinner.la
TESTS = program with_archive
END
	mkdir -p "$at/m4" "$at/build"
	(cd "$at" && quietly autoreconf -fi)
	cd "$at/build"
	quietly ../configure --prefix="$at/usr"
	grep 'checking whether the C compiler works... yes' "$T/log" >/dev/null || fail "configure: the compiler does not work"
	grep 'checking whether we are cross compiling... no' "$T/log" >/dev/null || fail "configure: cross compiling"
	grep 'whether to build shared libraries... yes' "$T/log" >/dev/null || fail "configure: no shared libraries"
	quietly make -j2 V=1
	quietly make check
	quietly make install
	check_program "$at/usr/bin/program" "$at/usr/lib/libtally.so"
	check_program "$at/usr/bin/with_archive" "$at/usr/bin/with_archive"
	# Dependencies are known: a changed header makes its users new.
	touch ../tally.h
	make -n 2>&1 | grep 'tally\.c' >/dev/null || fail "make does not know that tally.c needs tally.h"
}

cmake_project()
{
	local at=$T/cmake-$1 generator
	sources "$at"
	cat >"$at/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(tally C CXX)
include(CheckFunctionExists)
include(CheckTypeSize)
include(CheckIPOSupported)
find_package(Threads REQUIRED)
set(CMAKE_REQUIRED_LIBRARIES Threads::Threads)
check_function_exists(pthread_barrier_init HAVE_PTHREAD_BARRIER_INIT)
check_function_exists(no_such_function HAVE_NO_SUCH_FUNCTION)
check_type_size(long SIZE_OF_LONG)
set(CMAKE_CXX_STANDARD 17)
add_library(tally SHARED tally.c)
add_library(archive STATIC tally.c)
target_link_libraries(tally PRIVATE Threads::Threads)
target_link_libraries(archive PUBLIC Threads::Threads)
add_executable(program program.cpp)
target_link_libraries(program PRIVATE tally)
add_executable(with_archive program.cpp)
target_link_libraries(with_archive PRIVATE archive)
check_ipo_supported(RESULT IPO OUTPUT WHY)
if(IPO)
  set_target_properties(with_archive PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
endif()
foreach(target program with_archive)
  target_compile_definitions(${target} PRIVATE SIZE_OF_LONG=${SIZE_OF_LONG})
  foreach(found HAVE_PTHREAD_BARRIER_INIT HAVE_NO_SUCH_FUNCTION)
    if(${found})
      target_compile_definitions(${target} PRIVATE ${found})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
endforeach()
install(TARGETS program with_archive tally RUNTIME DESTINATION bin LIBRARY DESTINATION lib)
END
	for generator in "Unix Makefiles" Ninja; do
		rm -rf "${at:?}"/{build,usr}
		quietly cmake -G "$generator" -S "$at" -B "$at/build" -DCMAKE_INSTALL_PREFIX="$at/usr" \
			-DCMAKE_BUILD_TYPE=RelWithDebInfo
		quietly cmake --build "$at/build" --parallel 2
		check_program "$at/build/program" "$at/build/libtally.so"
		quietly cmake --install "$at/build"
		check_program "$at/usr/bin/program" "$at/usr/bin/program"
		check_program "$at/usr/bin/with_archive" "$at/usr/bin/with_archive"
	done
}

meson_project()
{
	local at=$T/meson-$1
	sources "$at"
	cat >"$at/meson.build" <<'END'
project('tally', 'c', 'cpp', default_options: ['cpp_std=c++17', 'warning_level=2', 'buildtype=debugoptimized'])
cc = meson.get_compiler('c')
threads = dependency('threads')
flags = ['-DSIZE_OF_LONG=@0@'.format(cc.sizeof('long'))]
foreach f : ['pthread_barrier_init', 'no_such_function']
  if cc.has_function(f, dependencies: threads)
    flags += '-DHAVE_' + f.to_upper()
  endif
endforeach
assert(cc.run('int main(void) { return 0; }', name: 'a program runs').returncode() == 0)
shared = shared_library('tally', 'tally.c', dependencies: threads, install: true)
archive = static_library('archive', 'tally.c', dependencies: threads)
program = executable('program', 'program.cpp', cpp_args: flags, link_with: shared, install: true,
  install_rpath: '$ORIGIN/../lib')
executable('with_archive', 'program.cpp', cpp_args: flags, link_with: archive, dependencies: threads, install: true)
test('program', program)
END
	quietly meson setup "$at/build" "$at" --prefix "$at/usr" --libdir lib
	quietly ninja -C "$at/build" -j2
	quietly meson test -C "$at/build"
	check_program "$at/build/program" "$at/build/libtally.so"
	quietly meson install -C "$at/build"
	check_program "$at/usr/bin/program" "$at/usr/bin/program"
	check_program "$at/usr/bin/with_archive" "$at/usr/bin/with_archive"
}

for compiler in gcc clang; do
	export HEDDLE_CC=$compiler HEDDLE_CXX=g++
	[ $compiler = gcc ] || HEDDLE_CXX=clang++
	for system in meson cmake autoconf; do
		say "$system with $compiler"
		"${system}_project" $compiler
	done
done
