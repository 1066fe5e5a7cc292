/* SPDX-License-Identifier: Apache-2.0
 *
 * An object among the local variables of main, to which threads have a reference. With -DSPLIT it is
 * added up in two critical sections. */
#include <mutex>
#include <shared_mutex>
#include <thread>

class account
{
	mutable std::shared_mutex mutex;
	int checking = 100, savings = 100;

      public:
	void transfer(int amount)
	{
		std::unique_lock<std::shared_mutex> lock(mutex);

		checking -= amount;
		savings += amount;
	}

	int sum() const
	{
#ifdef SPLIT
		int sum;
		{
			std::shared_lock<std::shared_mutex> lock(mutex);
			sum = checking;
		}
		std::shared_lock<std::shared_mutex> lock(mutex);
		return sum + savings;
#else
		std::shared_lock<std::shared_mutex> lock(mutex);
		return checking + savings;
#endif
	}
};

int main()
{
	account a;
	volatile int seen = 0;
	std::thread mover([&a] {
		for (int i = 0; i < 2; i++)
			a.transfer(10);
	});
	std::thread auditor([&a, &seen] {
		for (int i = 0; i < 2; i++)
			seen = a.sum();
	});

	mover.join();
	auditor.join();
}
