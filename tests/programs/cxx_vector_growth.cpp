/* SPDX-License-Identifier: Apache-2.0
 * cxx_vector_growth.cpp: one thread reads an element while another makes the vector move.
 * EXPECT: use-after-free | heap-overflow | assert  EXPLAIN: 13 16 */
#include <cassert>
#include <thread>
#include <vector>

static std::vector<int> numbers = {1, 2, 3, 4};

int main()
{
	int sum = 0;
	std::thread grower([] { numbers.push_back(5); });

	for (int i = 0; i < 4; i++)
		sum += numbers[i];
	grower.join();
	assert(sum == 10);
	return 0;
}
