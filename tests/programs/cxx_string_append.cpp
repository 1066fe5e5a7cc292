/* SPDX-License-Identifier: Apache-2.0
 * cxx_string_append.cpp: two threads append to one string, without a lock; one of them overwrites the other.
 * EXPECT: assert  EXPLAIN: 14
 * ARGS: -n 1000
 * DETERMINISM: 50 */
#include <cassert>
#include <string>
#include <thread>

static std::string text;

static void append(const char *word)
{
	text.append(word);
}

int main()
{
	std::thread a(append, "one "), b(append, "two ");

	a.join();
	b.join();
	assert(text == "one two " || text == "two one ");
	return 0;
}
