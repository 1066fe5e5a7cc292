/* SPDX-License-Identifier: Apache-2.0
 * cxx_pool_and_pmr.cpp: a thread pool of std::function and futures; its jobs take memory from pmr resources.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 30 */
#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <map>
#include <memory_resource>
#include <mutex>
#include <numeric>
#include <queue>
#include <string>
#include <thread>
#include <vector>

class pool
{
	std::mutex lock;
	std::condition_variable changed;
	std::queue<std::function<void()>> jobs;
	std::vector<std::thread> threads;
	bool closed = false;

	void run()
	{
		for (;;) {
			std::unique_lock<std::mutex> hold(lock);
			changed.wait(hold, [this] { return closed || !jobs.empty(); });
			if (jobs.empty())
				return;
			auto job = std::move(jobs.front());
			jobs.pop();
			hold.unlock();
			job();
		}
	}

      public:
	explicit pool(int n)
	{
		for (int i = 0; i < n; i++)
			threads.emplace_back([this] { run(); });
	}
	~pool()
	{
		{
			std::lock_guard<std::mutex> hold(lock);
			closed = true;
		}
		changed.notify_all();
		for (auto &t : threads)
			t.join();
	}
	template <class F> auto submit(F f) -> std::future<decltype(f())>
	{
		auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
		auto result = task->get_future();
		{
			std::lock_guard<std::mutex> hold(lock);
			jobs.emplace([task] { (*task)(); });
		}
		changed.notify_one();
		return result;
	}
};

static std::pmr::synchronized_pool_resource shared_memory;

static int count_words(int id)
{
	std::pmr::monotonic_buffer_resource own(&shared_memory);
	std::pmr::map<std::pmr::string, int> words(&own);
	std::pmr::vector<int> numbers({1, 2, 3, id}, &shared_memory);

	for (int n : numbers)
		words[std::pmr::string("word number ", &own) + std::to_string(n).c_str()]++;
	return (int)words.size() + std::accumulate(numbers.begin(), numbers.end(), 0);
}

int main()
{
	std::vector<std::future<int>> results;
	int sum = 0;

	{
		pool workers(2);
		for (int i = 0; i < 3; i++)
			results.push_back(workers.submit([i] { return count_words(i); }));
		for (auto &r : results)
			sum += r.get();
	}
	assert(sum == (4 + 6) + (3 + 7) + (3 + 8));
	return 0;
}
