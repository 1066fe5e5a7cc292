// SPDX-License-Identifier: Apache-2.0
// A queue with std::condition_variable and std::shared_mutex; racy: settings are changed under a lock that
// the reader holds for reading only.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "race.h"

static std::mutex lock;
static std::condition_variable filled;
static std::deque<int> queue;
static std::shared_mutex settings_lock;
static int settings;

static void produce()
{
	for (int i = 0; i < 3; i++) {
		std::lock_guard<std::mutex> guard(lock);

		queue.push_back(i);
		filled.notify_one();
	}
	std::shared_lock<std::shared_mutex> guard(settings_lock);
	use(settings); // race
}

static void consume()
{
	for (int i = 0; i < 3; i++) {
		std::unique_lock<std::mutex> guard(lock);

		filled.wait(guard, [] { return !queue.empty(); });
		use(queue.front());
		queue.pop_front();
	}
	RACY_OR(std::shared_lock, std::unique_lock)<std::shared_mutex> guard(settings_lock);
	settings++; // race
}

int main()
{
	std::thread one(produce), two(consume);

	one.join();
	two.join();
	return 0;
}
