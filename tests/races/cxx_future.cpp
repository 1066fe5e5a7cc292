// SPDX-License-Identifier: Apache-2.0
// What was done before a promise is kept is there for who gets the future; racy: what is done after it.
#include <future>
#include <thread>

#include "race.h"

static int before, after;

static void work(std::promise<int> promise)
{
	before = 1;
	if (RACY_OR(false, true))
		after = 1;
	promise.set_value(2);
	if (RACY_OR(true, false))
		after = 1; // race
}

int main()
{
	std::promise<int> promise;
	std::future<int> future = promise.get_future();
	std::thread worker(work, std::move(promise));
	std::future<int> other = std::async(std::launch::async, [] { return 3; });

	use(future.get() + before + other.get());
	use(after); // race
	worker.join();
	return 0;
}
