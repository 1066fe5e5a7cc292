// SPDX-License-Identifier: Apache-2.0
//
// The account as a class whose member functions are inlined; threads are lambdas.
#include <memory>
#include <mutex>
#include <thread>

class Account
{
	mutable std::mutex mutex_;
	int checking_ = 100, savings_ = 100;

      public:
	void transfer(int n)
	{
		std::lock_guard<std::mutex> guard(mutex_);
		checking_ -= n;
		savings_ += n;
	}
	int checking() const
	{
		std::lock_guard<std::mutex> guard(mutex_);
		return checking_;
	}
	int savings() const
	{
		std::lock_guard<std::mutex> guard(mutex_);
		return savings_;
	}
	int sum() const
	{
		std::lock_guard<std::mutex> guard(mutex_);
		return checking_ + savings_;
	}
};

static volatile int used;

int main()
{
	auto account = std::make_unique<Account>();
	std::thread a([&] { account->transfer(10); });
	std::thread b([&] {
#ifdef SPLIT
		used = account->checking() + account->savings();
#else
		used = account->sum();
#endif
	});
	a.join();
	b.join();
	return 0;
}
