// SPDX-License-Identifier: Apache-2.0
// What the C++ library does between the functions of the program: a pool whose tasks wait for tasks.
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Pool
{
      public:
	explicit Pool(int n)
	{
		for (int i = 0; i < n; i++)
			threads_.emplace_back([this] { run(); }); // @begin
	}
	~Pool()
	{
		{
			std::lock_guard<std::mutex> g(m_);
			stop_ = true;
		}
		ready_.notify_all();
		for (auto &t : threads_)
			t.join();
	}
	std::future<int> submit(std::function<int()> f)
	{
		auto task = std::make_shared<std::packaged_task<int()>>(std::move(f)); // @state
		std::lock_guard<std::mutex> g(m_);
		jobs_.push_back([task] { (*task)(); });
		ready_.notify_one();
		return task->get_future();
	}

      private:
	void run()
	{
		for (;;) {
			std::function<void()> job;
			{
				std::unique_lock<std::mutex> l(m_);
				ready_.wait(l, [this] { return stop_ || !jobs_.empty(); });
				if (jobs_.empty())
					return;
				job = std::move(jobs_.front());
				jobs_.pop_front();
			}
			job(); // @run
		}
	}

	std::mutex m_;
	std::condition_variable ready_;
	std::deque<std::function<void()>> jobs_;
	std::vector<std::thread> threads_;
	bool stop_ = false;
};

static int sum(Pool &pool, int depth)
{
	return depth ? 1 + pool.submit([&pool, depth] { return sum(pool, depth - 1); }).get() : 1; // @wait
}

int main()
{
	Pool pool(1);
	return pool.submit([&pool] { return sum(pool, 1); }).get() != 2;
}
