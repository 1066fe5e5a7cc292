#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A C++ program of several files, a rebuilt and a plain library and a plugin: statics before main in their order, local
# statics, inline variables and thread_local objects that all of them share, exceptions and types across their borders.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >common.h <<'END'
#pragma once
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>
struct journal { /* who was constructed and destroyed, in order */
	std::vector<std::string> lines;
	std::atomic<int> made{0};
	journal() { made++; }
};
inline journal &the_journal() /* one for all files and libraries, whoever comes first */
{
	static journal instance;
	return instance;
}
struct traced {
	std::string name;
	explicit traced(const char *n) : name(n) { the_journal().lines.push_back(name); }
	~traced() { the_journal().lines.push_back("~" + name); }
};
inline std::atomic<int> shared_count{0};
template <class T> struct holder { static std::vector<T> all; };
template <class T> std::vector<T> holder<T>::all(3, T(7));
struct shape { virtual ~shape() = default; virtual int sides() const = 0; };
struct square : shape { int sides() const override; };
struct odd : std::runtime_error { using std::runtime_error::runtime_error; };
struct per_thread { int value; per_thread(); ~per_thread(); };
extern thread_local per_thread mine;
extern std::atomic<int> locals_alive;
extern const std::string table_name; /* in another file */
shape *make_shape();	/* rebuilt library */
void throw_odd(int);	/* rebuilt library */
int plain_sum(int (*f)(int), int n); /* plain library: calls back */
END
cat >first.cpp <<'END'
#include "common.h"
const std::string table_name("a table whose name does not fit into the object itself");
__attribute__((init_priority(200))) traced early("early");
traced first("first");
END
cat >second.cpp <<'END'
#include "common.h"
traced second("second");
std::atomic<int> locals_alive{0};
per_thread::per_thread() : value(++locals_alive) {}
per_thread::~per_thread() { locals_alive--; }
thread_local per_thread mine;
END
cat >rebuilt.cpp <<'END'
#include "common.h"
int square::sides() const { return 4; }
shape *make_shape() { shared_count++; return new square; }
void throw_odd(int n)
{
	traced local("in the library");
	if (n % 2)
		throw odd("odd: " + std::to_string(n));
}
END
cat >plain.cpp <<'END'
int plain_sum(int (*f)(int), int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += f(i);
	return sum;
}
END
cat >plugin.cpp <<'END'
#include "common.h"
static thread_local std::string words("made in the thread that asked for it first");
extern "C" int ask(void) { shared_count++; words += "."; return (int)words.size(); }
END
cat >main.cpp <<'END'
#include "common.h"
#include <cassert>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <thread>
static std::mutex lock;
static int (*ask)(void);
static int twice(int n) { std::lock_guard<std::mutex> hold(lock); return 2 * n; }
struct lazy {
	static std::atomic<int> made;
	lazy() { made++; }
};
std::atomic<int> lazy::made{0};
static lazy &get() { static lazy instance; return instance; }
static void work(int id)
{
	get();
	assert(mine.value >= 1);
	std::unique_ptr<shape> s(make_shape());
	assert(dynamic_cast<square *>(s.get()) && s->sides() == 4);
	{
		std::lock_guard<std::mutex> hold(lock); /* the journal is no thread's own */
		try {
			throw_odd(id);
			assert(id % 2 == 0);
		} catch (const odd &e) {
			assert(e.what() == "odd: " + std::to_string(id));
		}
	}
	assert(plain_sum(twice, 4) == 12 && holder<int>::all.size() == 3);
	assert(ask() == 43 && ask() == 44);
}
int main()
{
	void *plugin = dlopen("./plugin.so", RTLD_NOW);
	if (!plugin)
		return 3;
	ask = (int (*)(void))dlsym(plugin, "ask");
	auto &lines = the_journal().lines;
	assert(lines.size() == 3 && lines[0] == "early" && lines[1] == "first" && lines[2] == "second");
	assert(the_journal().made == 1 && table_name.size() > 40);
	std::thread a(work, 0), b(work, 1);
	a.join();
	b.join();
	assert(shared_count == 6 && locals_alive == 0);
	if (lazy::made != 1)
		abort(); /* constructed by both */
	return 0;
}
END
build_all() # COMPILER OUTPUT OPTION…
{
	local cxx=$1 out=$2
	shift 2
	export HEDDLE_CXX=$cxx
	"$cxx" -std=gnu++17 -O1 -g -fPIC -shared -o libplain.so plain.cpp
	"$B/bin/heddle-c++" -std=gnu++17 -O1 -g -fPIC -shared -o librebuilt.so rebuilt.cpp
	"$B/bin/heddle-c++" -std=gnu++17 -O1 -g -fPIC -shared -o plugin.so plugin.cpp
	"$B/bin/heddle-c++" -std=gnu++17 -O1 -g "$@" -pthread -o "$out" main.cpp first.cpp second.cpp \
		-L. -lrebuilt -lplain -Wl,-rpath,. -rdynamic -ldl
}
for cxx in g++ clang++; do
	build_all $cxx good
	run 0 ./good
	run 0 "$HEDDLE" test -q -t 900 -n 200 --json json --out out -- ./good
	[ "$(json json runs)" = 200 ] || fail "$cxx: only $(json json runs) runs"
	[ "$(json json findings.#)" = 0 ] || fail "$cxx: $(json json findings)"
	for reset in place fork exec; do
		run 0 "$HEDDLE" test -q -j 1 -n 10 --seed 2 --reset $reset --hashes $reset --out out -- ./good
		sort -n -o $reset $reset
		cmp -s place $reset || fail "$cxx: --reset $reset gives other hashes"
	done
	# Without guards around local statics, both threads may construct one.
	build_all $cxx bad -fno-threadsafe-statics
	run 1 "$HEDDLE" test -q -t 900 --json json --out out -- ./bad
	[ "$(json json failures.0.kind)" = abort ] || fail "$cxx: found $(json json failures.0.kind)"
	run 1 "$HEDDLE" replay --times 10 "$(dirname "$(json json failures.0.schedule)")"
done
