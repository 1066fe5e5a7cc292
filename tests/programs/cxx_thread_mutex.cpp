/* SPDX-License-Identifier: Apache-2.0
 * cxx_thread_mutex.cpp: std::thread with std::mutex and lock_guard.
 * EXPECT: passed */
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static int counter;

int main()
{
	std::vector<std::thread> threads;

	for (int i = 0; i < 3; i++)
		threads.emplace_back([] {
			for (int k = 0; k < 2; k++) {
				std::lock_guard<std::mutex> hold(lock);
				counter++;
			}
		});
	for (auto &t : threads)
		t.join();
	assert(counter == 6);
	return 0;
}
