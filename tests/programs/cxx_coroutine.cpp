/* SPDX-License-Identifier: Apache-2.0
 * cxx_coroutine.cpp: coroutines that go on in another thread each time they are suspended.
 * EXPECT: passed
 * FLAGS: -std=c++20
 * ARGS: -n 400
 * DETERMINISM: 60 */
#include <cassert>
#include <condition_variable>
#include <coroutine>
#include <exception>
#include <mutex>
#include <queue>
#include <thread>

class executor
{
	std::mutex lock;
	std::condition_variable changed;
	std::queue<std::coroutine_handle<>> queue;
	bool closed = false;

      public:
	void post(std::coroutine_handle<> h)
	{
		std::lock_guard<std::mutex> hold(lock);
		queue.push(h);
		changed.notify_one();
	}
	void close()
	{
		std::lock_guard<std::mutex> hold(lock);
		closed = true;
		changed.notify_all();
	}
	void run()
	{
		for (;;) {
			std::unique_lock<std::mutex> hold(lock);
			changed.wait(hold, [this] { return closed || !queue.empty(); });
			if (queue.empty())
				return;
			auto next = queue.front();
			queue.pop();
			hold.unlock();
			next.resume();
		}
	}
};

struct hop { /* go on in a thread of this executor */
	executor &to;
	bool await_ready() const noexcept
	{
		return false;
	}
	void await_suspend(std::coroutine_handle<> h) const
	{
		to.post(h);
	}
	void await_resume() const noexcept
	{
	}
};

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

static executor first, second;
static std::mutex lock;
static int finished, sum;

static task travel(int id)
{
	int own = id;

	for (int i = 0; i < 2; i++) {
		co_await hop{first};
		own++;
		co_await hop{second};
		own++;
	}
	std::lock_guard<std::mutex> hold(lock);
	sum += own;
	if (++finished == 3) {
		first.close();
		second.close();
	}
}

int main()
{
	std::thread a([] { first.run(); }), b([] { second.run(); }), c([] { second.run(); });

	for (int i = 0; i < 3; i++)
		travel(i);
	a.join();
	b.join();
	c.join();
	assert(finished == 3 && sum == 0 + 1 + 2 + 3 * 4);
	return 0;
}
