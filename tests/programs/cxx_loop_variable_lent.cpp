// SPDX-License-Identifier: Apache-2.0
// cxx_loop_variable_lent.cpp: threads get the loop variable by reference, and read it too late.
// EXPECT: assert  EXPLAIN: 15 14 [19]
// DETERMINISM: no
#include <cassert>
#include <thread>
#include <vector>

int main()
{
	std::vector<std::thread> threads;
	int seen[3] = {};

	for (int i = 0; i < 3; i++)
		threads.emplace_back([&] { seen[i % 3]++; });
	for (auto &t : threads)
		t.join();
	for (int n : seen)
		assert(n == 1);
}
