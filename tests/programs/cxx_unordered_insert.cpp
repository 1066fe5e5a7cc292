/* SPDX-License-Identifier: Apache-2.0
 * cxx_unordered_insert.cpp: two threads insert into one hash table, without a lock; it grows meanwhile.
 * EXPECT: assert | crash | use-after-free | double-free | livelock | hang  EXPLAIN: 15
 * ARGS: -n 1000
 * DETERMINISM: 50 */
#include <cassert>
#include <string>
#include <thread>
#include <unordered_map>

static std::unordered_map<std::string, int> ages;

static void insert(const char *name)
{
	ages[name] = 30;
}

int main()
{
	std::thread a(insert, "Ann"), b(insert, "Bob");

	a.join();
	b.join();
	assert(ages.count("Ann") && ages.count("Bob"));
	return 0;
}
