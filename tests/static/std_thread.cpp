/* SPDX-License-Identifier: Apache-2.0
 * std_thread.cpp: threads, locks and waits of C++.
 * PAIR: RW must read:16 write:16
 * PAIR: RW must write:16 write:16
 * PAIR: WN must cond-wait:35 signal:19
 * SUPERFLUOUS: any
 */
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable done;
static int locked, unlocked, finished;
static void work()
{
	unlocked++;
	std::lock_guard<std::mutex> guard(m);
	locked++;
	done.notify_one();
	finished = 1;
}

struct functor {
	void operator()() const
	{
		work();
	}
};

int main()
{
	std::thread a(work), b{functor()};
	std::unique_lock<std::mutex> guard(m);
	while (!finished)
		done.wait(guard);
	guard.unlock();
	a.join();
	b.join();
	return locked + unlocked;
}
