// SPDX-License-Identifier: Apache-2.0
// cxx_vector_iterated.cpp: one thread walks over a vector to which another one appends.
// EXPECT: use-after-free  EXPLAIN: 18 11|12
#include <thread>
#include <vector>

static std::vector<int> readings{1, 2, 3, 4};
static int average()
{
	int sum = 0;
	for (int r : readings)
		sum += r;
	return sum / 4;
}

int main()
{
	std::thread t([] { readings.push_back(5); });
	int a = average();
	t.join();
	return a < 0;
}
