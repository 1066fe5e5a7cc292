// SPDX-License-Identifier: Apache-2.0
// thread_cxx_exit.cpp: pthread_exit runs destructors and passes through catch (...) when rethrown.
// EXPECT: passed
#include <cassert>
#include <pthread.h>

static int order[4], n;

struct Frame {
	int number;
	explicit Frame(int number_) : number(number_)
	{
	}
	~Frame()
	{
		order[n++] = number;
	}
};

static void inner()
{
	Frame frame(3);
	pthread_exit(&order[0]);
}

static void middle()
{
	Frame frame(2);
	try {
		inner();
	} catch (...) {
		order[n++] = 9;
		throw;
	}
}

static void *outer(void *arg)
{
	Frame frame(1);
	middle();
	return arg;
}

int main()
{
	pthread_t t;
	void *result;

	assert(pthread_create(&t, nullptr, outer, nullptr) == 0);
	assert(pthread_join(t, &result) == 0);
	assert(result == &order[0]);
	assert(n == 4 && order[0] == 3 && order[1] == 9 && order[2] == 2 && order[3] == 1);
	return 0;
}
