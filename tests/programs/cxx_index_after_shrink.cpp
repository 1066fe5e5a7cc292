// SPDX-License-Identifier: Apache-2.0
// cxx_index_after_shrink.cpp: the last index is looked up, and then used, while another thread takes the
// element away.
// EXPECT: abort  EXPLAIN: 15 21 26|27 [14 20 33]
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

static std::mutex m;
static std::vector<int> jobs{1, 2, 3};
static size_t last()
{
	std::lock_guard<std::mutex> g(m);
	return jobs.size() - 1;
}

static int job(size_t i)
{
	std::lock_guard<std::mutex> g(m);
	return jobs.at(i);
}

static void finish()
{
	std::lock_guard<std::mutex> g(m);
	jobs.pop_back();
}

int main()
{
	std::thread t(finish);
	int j = job(last());
	t.join();
	return j < 0;
}
