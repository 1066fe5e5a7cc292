/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of C++, as compilers write them and as reports do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "symbol/demangle.h"
#include "symbol/short_name.h"

static const struct {
	const char *name, *expected;
} pairs[] = {
    {"main", "main"},
    {"", ""},
    {"std::vector<int, std::allocator<int> >", "std::vector<int>"},
    {"std::vector<int, std::allocator<int>>::push_back", "std::vector<int>::push_back"},
    {"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::size",
     "std::string::size"},
    {"std::__1::basic_string<wchar_t, std::__1::char_traits<wchar_t>, std::__1::allocator<wchar_t> >",
     "std::wstring"},
    {"std::basic_ostream<char, std::char_traits<char> >::operator<<", "std::ostream::operator<<"},
    {"std::basic_string<char, std::char_traits<char>, pool<char> >",
     "std::basic_string<char, std::char_traits<char>, pool<char>>"},
    {"std::map<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, int, "
     "std::less<std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > >, "
     "std::allocator<std::pair<const std::__cxx11::basic_string<char, std::char_traits<char>, "
     "std::allocator<char> >, int> > >",
     "std::map<std::string, int>"},
    {"std::map<int, int, std::greater<int>, std::allocator<std::pair<const int, int> > >",
     "std::map<int, int, std::greater<int>>"},
    {"std::set<int, std::less<void>, std::allocator<int> >", "std::set<int, std::less<void>>"},
    {"std::unordered_map<int, char, std::hash<int>, std::equal_to<int>, std::allocator<std::pair<int const, "
     "char> > >",
     "std::unordered_map<int, char>"},
    {"std::unique_ptr<Session, std::default_delete<Session> >::operator->",
     "std::unique_ptr<Session>::operator->"},
    {"std::unique_ptr<Session, closer>", "std::unique_ptr<Session, closer>"},
    {"std::__shared_ptr<Session, (__gnu_cxx::_Lock_policy)2>::get", "std::__shared_ptr<Session>::get"},
    {"std::queue<job, std::deque<job, std::allocator<job> > >", "std::queue<job>"},
    {"std::array<long, 3ul>", "std::array<long, 3>"},
    {"std::chrono::_V2::system_clock::now", "std::chrono::system_clock::now"},
    {"operator< <int>", "operator< <int>"},
    {"operator==<char, std::allocator<char> >", "operator==<char, std::allocator<char>>"},
    {"(anonymous namespace)::run<std::vector<int, std::allocator<int> > >",
     "(anonymous namespace)::run<std::vector<int>>"},
    {"std::thread::_Invoker<std::tuple<main()::<lambda(int, char)> > >::operator()",
     "std::thread::_Invoker<std::tuple<main()::<lambda(int, char)>>>::operator()"},
    {"main::{lambda}", "main::{lambda}"},
    {"mine::vector<int, std::allocator<int> >", "mine::vector<int, std::allocator<int>>"},
    {"std::function<void (int, std::vector<int, std::allocator<int> >)>",
     "std::function<void (int, std::vector<int>)>"},
    {"broken<int", "broken<int"},
    {"more>than<one", "more>than<one"},
};

static void names_are_shortened(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		char *got = hd_short_name(pairs[i].name), *again;

		assert_string_equal(got, pairs[i].expected);
		again = hd_short_name(got); /* what is short stays as it is */
		assert_string_equal(again, got);
		free(again);
		free(got);
	}
}

static void blocks_of_libraries_are_called_by_what_they_are(void **state)
{
	static const struct {
		const char *name, *expected;
		bool of_library;
	} types[] = {
	    {"account", "account", false},
	    {"std::vector<int, std::allocator<int> >", "std::vector<int>", false},
	    {"std::_Rb_tree_node<std::pair<int const, int> >", "tree node", true},
	    {"std::_Sp_counted_ptr_inplace<std::__future_base::_State_baseV2, std::allocator<void>, "
	     "(__gnu_cxx::_Lock_policy)2>",
	     "future state", true},
	    {"std::_Sp_counted_ptr_inplace<app::Settings, std::allocator<void>, (__gnu_cxx::_Lock_policy)2>",
	     "shared app::Settings", true},
	    {"std::_Sp_counted_ptr_inplace<std::vector<int, std::allocator<int> >, std::allocator<void>, "
	     "(__gnu_cxx::_Lock_policy)2>",
	     "shared std::vector<int>", true},
	    {"std::_Sp_counted_ptr<Document*, (__gnu_cxx::_Lock_policy)2>", "Document control block", true},
	    {"std::thread::_State_impl<std::thread::_Invoker<std::tuple<void (*)()> > >", "thread state",
	     true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		bool of_library;
		char *got = hd_short_type(types[i].name, &of_library);

		assert_string_equal(got, types[i].expected);
		assert_int_equal(of_library, types[i].of_library);
		free(got);
	}
}

static void symbols_are_demangled(void **state)
{
	static const char *const symbols[][2] = {
	    {"main", "main"},
	    {"_ZN4bank7depositEi", "bank::deposit"},
	    {"_ZNK4bank7accountclEv", "bank::account::operator()"},
	    {"_ZN12_GLOBAL__N_15countE", "(anonymous namespace)::count"},
	    {"_Zbroken", "_Zbroken"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
		char *got = hd_demangle(symbols[i][0]);

		assert_string_equal(got, symbols[i][1]);
		free(got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(names_are_shortened),
					   cmocka_unit_test(blocks_of_libraries_are_called_by_what_they_are),
					   cmocka_unit_test(symbols_are_demangled)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
