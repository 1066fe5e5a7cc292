/* SPDX-License-Identifier: Apache-2.0
 * cxx_stream_shared.cpp: two threads print to one string stream, without a lock; one overwrites the other.
 * EXPECT: assert | crash | use-after-free | heap-overflow | abort | double-free  EXPLAIN: 14 [23]
 * ARGS: -n 1000
 * DETERMINISM: 50 */
#include <cassert>
#include <sstream>
#include <thread>

static std::ostringstream out;

static void print(int number)
{
	out << number;
}

int main()
{
	std::thread a(print, 11), b(print, 22);

	a.join();
	b.join();
	assert(out.str() == "1122" || out.str() == "2211");
	return 0;
}
