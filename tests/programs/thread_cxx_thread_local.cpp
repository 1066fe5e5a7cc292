// SPDX-License-Identifier: Apache-2.0
// thread_cxx_thread_local.cpp: thread_local objects are destroyed when their thread ends, in reverse order.
// EXPECT: passed
#include <cassert>
#include <pthread.h>
#include <thread>

static int destroyed[2][3], count[2];

struct Note {
	int thread = -1, number = 0;
	~Note()
	{
		if (thread >= 0)
			destroyed[thread][count[thread]++] = number;
	}
};

static thread_local Note first, second;

static void work(int thread)
{
	assert(first.thread == -1 && second.thread == -1);
	first.thread = second.thread = thread;
	first.number = 1;
	second.number = 2;
	static thread_local Note third;
	third.thread = thread;
	third.number = 3;
	if (thread == 1)
		pthread_exit(nullptr);
}

int main()
{
	for (int round = 0; round < 2; round++) {
		count[0] = count[1] = 0;
		std::thread a(work, 0), b(work, 1);
		a.join();
		b.join();
		for (int thread = 0; thread < 2; thread++) {
			assert(count[thread] == 3);
			assert(destroyed[thread][0] == 3 && destroyed[thread][1] == 2 &&
			       destroyed[thread][2] == 1);
		}
	}
	return 0;
}
