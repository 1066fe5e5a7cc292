/* SPDX-License-Identifier: Apache-2.0
 * cxx_mutex_kinds.cpp: timed, recursive and shared mutexes, and the guards over them.
 * EXPECT: passed
 * ARGS: -n 500
 * DETERMINISM: 60 */
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

static std::timed_mutex timed;
static std::recursive_mutex recursive;
static std::recursive_timed_mutex recursive_timed;
static std::shared_mutex shared;
static std::shared_timed_mutex shared_timed;
static int counter, depth_sum, value, copies, late;

static void use_timed()
{
	std::unique_lock<std::timed_mutex> hold(timed, std::defer_lock);

	while (!hold.try_lock_for(10ms))
		;
	counter++;
	hold.unlock();
	while (!hold.try_lock_until(std::chrono::steady_clock::now() + 5ms))
		;
	counter++;
}

static void descend(int depth)
{
	std::lock_guard<std::recursive_mutex> hold(recursive);
	std::unique_lock<std::recursive_timed_mutex> too(recursive_timed);

	depth_sum++;
	if (depth > 0)
		descend(depth - 1);
}

static void read_and_write()
{
	{
		std::shared_lock<std::shared_mutex> hold(shared);
		assert(value % 2 == 0);
	}
	std::unique_lock<std::shared_mutex> hold(shared);
	value++;
	value++;
}

/* The writer may come at any time, but never while somebody reads. */
static void read_timed()
{
	std::shared_lock<std::shared_timed_mutex> hold(shared_timed, 20ms);

	if (hold)
		copies += late >= 0;
	else
		hold.mutex()->lock_shared(), copies++, hold.mutex()->unlock_shared();
}

static void write_timed()
{
	if (shared_timed.try_lock_for(1ms)) {
		late = -1;
		late = 1;
		shared_timed.unlock();
	}
}

static void work()
{
	use_timed();
	descend(1);
	read_and_write();
}

int main()
{
	std::thread a(work), b(work), writer(write_timed);

	read_timed();
	a.join();
	b.join();
	writer.join();
	assert(counter == 4 && depth_sum == 4 && value == 4 && copies == 1);
	return 0;
}
