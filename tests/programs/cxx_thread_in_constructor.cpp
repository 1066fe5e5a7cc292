// SPDX-License-Identifier: Apache-2.0
// cxx_thread_in_constructor.cpp: a thread that a constructor starts meets the object before the derived
// class is complete.
// EXPECT: exit  EXPLAIN: 28 37|38
#include <cstdio>
#include <cstdlib>
#include <thread>

class Task
{
      public:
	Task() : thread([this] { run(); })
	{
	}
	virtual ~Task()
	{
	}
	void join()
	{
		thread.join();
	}
	virtual int work()
	{
		return 0;
	}
	void run()
	{
		result = work();
	}
	std::thread thread;
	int result = -1;
};

class Download : public Task
{
      public:
	Download()
	{
	}
	int work() override
	{
		return 4;
	}
};

int main()
{
	Download d;
	d.join();
	if (d.result != 4) {
		std::fprintf(stderr, "downloaded %d bytes\n", d.result);
		std::exit(1);
	}
}
