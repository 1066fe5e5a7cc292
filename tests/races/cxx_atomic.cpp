// SPDX-License-Identifier: Apache-2.0
// A message is published by std::atomic with release and acquire; racy: the exchange that takes it is
// relaxed.
#include <atomic>
#include <memory>
#include <thread>

#include "race.h"

struct message {
	int text;
};

static std::atomic<message *> box;

static void send()
{
	message *m = new message{1}; // race

	box.store(m, std::memory_order_release);
}

static void receive()
{
	message *m;

	while (!(m = box.exchange(nullptr, RACY_OR(std::memory_order_relaxed, std::memory_order_acquire))))
		std::this_thread::yield();
	use(m->text); // race
	delete m;     // race
}

int main()
{
	std::thread one(send), two(receive);

	one.join();
	two.join();
	return 0;
}
