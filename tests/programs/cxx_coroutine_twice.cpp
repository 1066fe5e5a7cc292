/* SPDX-License-Identifier: Apache-2.0
 * cxx_coroutine_twice.cpp: a timer and an event both resume a coroutine that waits for either of them.
 * EXPECT: use-after-free | crash | assert | double-free  EXPLAIN: 57|58|64 [62 63]
 * FLAGS: -std=c++20 */
#include <atomic>
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>

struct task {
	struct promise_type {
		task get_return_object()
		{
			return {};
		}
		std::suspend_never initial_suspend() noexcept
		{
			return {};
		}
		std::suspend_never final_suspend() noexcept
		{
			return {};
		}
		void return_void()
		{
		}
		void unhandled_exception()
		{
			std::terminate();
		}
	};
};

static std::coroutine_handle<> waiting;
static bool resumed; /* not atomic: both may find it false */

struct either {
	bool await_ready() const noexcept
	{
		return false;
	}
	void await_suspend(std::coroutine_handle<> h) const
	{
		waiting = h;
	}
	void await_resume() const noexcept
	{
	}
};

static int rounds;

static task wait_once()
{
	co_await either{};
	rounds++;
}

static void fire()
{
	if (!resumed) {
		resumed = true;
		waiting.resume();
	}
}

int main()
{
	wait_once();
	std::thread timer(fire), event(fire);

	timer.join();
	event.join();
	assert(rounds == 1);
	return 0;
}
