/* SPDX-License-Identifier: Apache-2.0
 * cxx_latch_short.cpp: one of the workers is not counted by the latch, so its result may be read too early.
 * EXPECT: assert  EXPLAIN: 19 24 [21 23]
 * FLAGS: -std=c++20 */
#include <cassert>
#include <latch>
#include <thread>
#include <vector>

int main()
{
	enum { WORKERS = 3 };
	std::latch done(WORKERS - 1);
	std::vector<std::jthread> threads;
	int results[WORKERS] = {};

	for (int i = 0; i < WORKERS; i++)
		threads.emplace_back([&done, &results, i] {
			results[i] = i + 1;
			if (i > 0)
				done.count_down();
		});
	done.wait();
	assert(results[0] + results[1] + results[2] == 6);
	return 0;
}
