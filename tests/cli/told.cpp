// SPDX-License-Identifier: Apache-2.0
//
// Ways to end that the program itself tells about: exceptions that no handler catches, and last words.
// told.sh looks whether the report has them.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

struct closed : std::runtime_error {
	using std::runtime_error::runtime_error;
};

static void fail()
{
	throw closed("queue is closed"); // @thrown
}

static void keep() noexcept
{
	std::string().at(3); // @inside
}

static void store_and_rethrow()
{
	std::exception_ptr stored;

	try {
		fail();
	} catch (...) {
		stored = std::current_exception();
	}
	std::rethrow_exception(stored); // @rethrown
}

static void catch_and_abort()
{
	try {
		fail();
	} catch (const std::exception &) {
		abort(); // @caught
	}
}

static void speak_and_exit()
{
	printf("one\ntwo\n\nthree\tfour\n");
	fprintf(stderr, "a bell\a and %s\n", std::string(300, 'x').c_str());
	exit(3);
}

static void end(const std::string &how)
{
	try {
		throw 3; // it is caught, so it is not to be told of
	} catch (int) {
	}
	if (how == "thrown")
		fail();
	if (how == "inside")
		keep();
	if (how == "rethrown")
		store_and_rethrow();
	if (how == "caught")
		catch_and_abort();
	if (how == "spoken")
		speak_and_exit(); // @spoken
}

int main(int argc, char **argv)
{
	std::thread thread(end, std::string(argc > 1 ? argv[1] : ""));

	thread.join();
	if (argc > 1 && std::string(argv[1]) == "returned")
		return 4;
	return 0;
} // @returned
