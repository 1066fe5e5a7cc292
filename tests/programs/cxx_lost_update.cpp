/* SPDX-License-Identifier: Apache-2.0
 * cxx_lost_update.cpp: an unlocked increment in two std::threads.
 * EXPECT: assert  EXPLAIN: 11 */
#include <cassert>
#include <thread>

static int counter;

static void add()
{
	counter++;
}

int main()
{
	std::thread a(add), b(add);

	a.join();
	b.join();
	assert(counter == 2);
	return 0;
}
