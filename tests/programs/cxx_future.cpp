/* SPDX-License-Identifier: Apache-2.0
 * cxx_future.cpp: std::async and std::promise hand over values and exceptions.
 * EXPECT: passed */
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main()
{
	auto sum = std::async(std::launch::async, [] { return 40 + 2; });
	std::promise<int> promise;
	auto broken = promise.get_future();
	std::thread t(
	    [&promise] { promise.set_exception(std::make_exception_ptr(std::runtime_error("no"))); });

	assert(sum.get() == 42);
	try {
		broken.get();
		assert(!"must throw");
	} catch (const std::runtime_error &) {
	}
	t.join();
	return 0;
}
