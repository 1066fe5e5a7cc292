/* SPDX-License-Identifier: Apache-2.0
 * cxx_condition_variable.cpp: std::condition_variable with a predicate, and wait_for.
 * EXPECT: passed */
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex lock;
static std::condition_variable arrived;
static std::queue<int> queue;

int main()
{
	int sum = 0;
	std::thread consumer([&sum] {
		for (int i = 0; i < 3; i++) {
			std::unique_lock<std::mutex> hold(lock);
			while (
			    !arrived.wait_for(hold, std::chrono::seconds(1), [] { return !queue.empty(); }))
				;
			sum += queue.front();
			queue.pop();
		}
	});

	for (int i = 1; i <= 3; i++) {
		std::lock_guard<std::mutex> hold(lock);
		queue.push(i);
		arrived.notify_one();
	}
	consumer.join();
	assert(sum == 6);
	return 0;
}
