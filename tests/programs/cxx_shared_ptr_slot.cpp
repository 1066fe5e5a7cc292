// SPDX-License-Identifier: Apache-2.0
// cxx_shared_ptr_slot.cpp: one thread sets a shared_ptr anew while another one copies it.
// EXPECT: use-after-free  EXPLAIN: 15 17|18|19
#include <memory>
#include <thread>

struct Config {
	int port = 80;
};

static std::shared_ptr<Config> current = std::make_shared<Config>();
int main()
{
	int port = 0;
	std::thread reload([] { current = std::make_shared<Config>(); });
	{
		std::shared_ptr<Config> mine = current;
		port = mine->port;
	}
	reload.join();
	return port != 80;
}
