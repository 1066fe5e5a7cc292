#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle-cc and heddle-c++ take what compilers take, with gcc and with clang: stages, several inputs, dependency files,
# response files, languages, shared libraries. What cannot work is refused with a reason.
# shellcheck source=lib.sh
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
CC=$B/bin/heddle-cc CXX=$B/bin/heddle-c++

cat >counter.c <<'END'
int counter;
void count(void) { counter++; }
END
cat >main.c <<'END'
#include <stdio.h>
extern int counter;
void count(void);
int main(void)
{
	count();
	printf("counted %d\n", counter);
	return 0;
}
END
cat >alone.c <<'END'
#include <string.h>
int shared, other;
char from[64], to[64];
void copy(void) { memcpy(to, from, 64); }
void plus(void) { shared++; }
void fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
int main(void) { plus(); copy(); return shared - 1 + other; }
END
cat >thing.cpp <<'END'
#include <iostream>
#include <stdexcept>
#include <string>
int main()
{
	try {
		throw std::runtime_error("caught");
	} catch (const std::exception &e) {
		std::cout << std::string(e.what()) << std::endl;
	}
}
END
cat >answer.s <<'END'
	.globl answer
answer:	movl $42, %eax
	ret
	.section .note.GNU-stack,"",@progbits
END
cat >answer_main.c <<'END'
int answer(void);
int main(void) { return answer() - 42; }
END

# Not grep -q: it ends at the first match, and then what it reads from fails. Not nm: a plugin of LLVM's makes it show what
# the bitcode in an object says.
instrumented() { readelf -sW "$1" | grep '__tsan_write4' >/dev/null || fail "$1 is not instrumented"; }
plain() { ! nm "$1" | grep '__tsan_' >/dev/null || fail "$1 is instrumented"; }
exists() { [ -e "$1" ] || fail "$1 is missing"; }
missing() { [ ! -e "$1" ] || fail "$1 is there"; }
prints() { [ "$("$1")" = "$2" ] || fail "$1 does not print \"$2\""; }

# The runtime is there, before every other library, and libtsan is not.
linked()
{
	local first
	first=$(readelf -d "$1" | sed -n '0,/NEEDED/s/.*NEEDED//p')
	case $first in *libheddle-rt.so*) ;; *) fail "$1: the first library is $first" ;; esac
	! readelf -d "$1" | grep libtsan >/dev/null || fail "$1 is linked with libtsan"
	readelf -n "$1" | grep 'Build ID: [0-9a-f]\{40\}' >/dev/null || fail "$1 has no build-id"
}

# reaches OBJECT FUNCTION CALLEE: the function calls it.
reaches()
{
	objdump -dr "$1" | sed -n "/<$2>:/,/^$/p" | grep "R_X86_64.*$3" >/dev/null || fail "$1: $2 does not call $3"
}

stages()
{
	run 0 "$CC" -c counter.c -o c.o && instrumented c.o
	readelf -S c.o | grep debug_line >/dev/null || fail "no line numbers"
	run 0 "$CC" -c counter.c main.c && instrumented counter.o && exists main.o
	run 0 "$CC" counter.o main.o -o linked && linked linked && prints ./linked "counted 1"
	run 0 "$CC" counter.c main.o -o mixed && linked mixed && instrumented counter.o && prints ./mixed "counted 1"
	run 0 "$CC" alone.c && linked a.out && run 0 ./a.out
	run 0 "$CC" -S counter.c -o - && grep -q __tsan_write4 "$T/stdout"
	run 0 "$CC" -E counter.c && grep -q 'counter++' "$T/stdout"
	run 0 "$CC" -fsyntax-only counter.c
	run 0 "$CC" -r counter.o main.o -o joined.o && instrumented joined.o
	run 0 "$CC" joined.o -o of_joined && linked of_joined && prints ./of_joined "counted 1"
	run 0 "$CC" -save-temps -c counter.c && instrumented counter.o && exists counter.i
	run 0 "$CC" -pipe -pthread -Wl,--as-needed -Wl,-z,defs -O2 counter.c main.c -lm -o asneeded && linked asneeded
	run 0 "$CC" -O2 -flto counter.c main.c -o lto && linked lto && prints ./lto "counted 1"
	reaches_in_program lto
}

# With link-time optimisation there are no relocations left to look at.
reaches_in_program() { objdump -d "$1" | grep 'call.*__tsan_write4' >/dev/null || fail "$1 does not call __tsan_write4"; }

both_halves_of_an_update()
{
	local level
	for level in -O0 -O1 -O2 -O3; do
		run 0 "$CC" $level -c alone.c -o alone.o
		reaches alone.o plus __tsan_read4
		reaches alone.o plus __tsan_write4
		reaches alone.o copy memcpy
		run 0 "$CC" $level -D_FORTIFY_SOURCE=2 -c alone.c -o alone.o
		reaches alone.o copy memcpy
	done
}

dependencies()
{
	run 0 "$CC" -M main.c && grep -q 'main.o: main.c' "$T/stdout"
	run 0 "$CC" -MM main.c && [ "$(cat "$T/stdout")" = "main.o: main.c" ]
	run 0 "$CC" -MMD -c main.c -o dep.o && grep -q '^dep.o: main.c' dep.d
	run 0 "$CC" -MD -MF x.deps -MT target -MP -c main.c -o dep2.o && grep -q '^target: main.c' x.deps
	run 0 "$CC" -Wp,-MD,wp.d -c main.c -o dep3.o && exists wp.d
	# A program from one source: the file is named as the compiler names it.
	rm -f ./*.d
	run 0 "$compiler" -MMD alone.c -o native && ls ./*.d >native.list && rm -f ./*.d
	run 0 "$CC" -MMD alone.c -o native && ls ./*.d >ours.list
	cmp native.list ours.list
}

languages()
{
	run 0 "$CC" -x c counter.c -x none main.o -o lang && linked lang
	cp counter.c odd.txt
	run 0 "$CC" -xc -c odd.txt -o odd.o && instrumented odd.o
	echo 'int x; void f(void) { x++; }' | "$CC" -x c -c -o stdin.o - || fail "no source from standard input"
	instrumented stdin.o
	echo 'int x;' | "$CC" -E - >/dev/null || fail "-E - fails"
	run 0 "$CC" -c answer.s -o answer.o && plain answer.o
	run 0 "$CC" answer_main.c answer.s -o answer && linked answer && run 0 ./answer
	run 0 "$CC" -x assembler-with-cpp -c answer.s -o answer2.o
	echo 'extern int counter;' >pre.h
	run 0 "$CC" pre.h -o pre.h.gch && exists pre.h.gch
	run 0 "$CC" -Winvalid-pch -Werror -include pre.h -c counter.c -o pch.o && instrumented pch.o
}

response_files()
{
	echo '-c counter.c -DX="a b" -o from_file.o' >args
	run 0 "$CC" @args && instrumented from_file.o
	echo 'counter.c main.c -fsanitize=thread -o from_file' >args
	run 0 "$CC" @args && linked from_file
	echo '@args' >outer
	run 0 "$CC" @outer && linked from_file
	echo '-static' >args
	refuses "-static cannot work" "$CC" @args alone.c
	: >args
	run 0 "$CC" @args -c counter.c
}

libraries()
{
	run 0 "$CC" -shared -fPIC -Wl,-z,defs counter.c -o libcounter.so && linked libcounter.so
	run 0 "$CC" main.c -L. -lcounter -Wl,-rpath,"$T" -o with_lib && linked with_lib && prints ./with_lib "counted 1"
	run 0 "$CC" -fPIC -c counter.c && ar rcs libstill.a counter.o
	run 0 "$CC" main.c -L. -lstill -o with_archive && linked with_archive && prints ./with_archive "counted 1"
	run 0 "$CC" -shared -o libwhole.so -L. -Wl,--whole-archive -lstill -Wl,--no-whole-archive && linked libwhole.so
	run 0 "$CC" -static-libgcc alone.c -o libgcc && linked libgcc
	run 0 "$CXX" -static-libstdc++ -static-libgcc thing.cpp -o libstdcxx && linked libstdcxx && prints ./libstdcxx caught
	# As libtool links C++ libraries: by hand.
	run 0 "$CC" -shared -nostdlib -fPIC counter.c -lc -o by_hand.so && linked by_hand.so
	# Without the C library there is nothing for us to do.
	echo 'void _start(void) { for (;;) ; }' >bare.c
	run 0 "$CC" -nostdlib -static -ffreestanding bare.c -o bare && plain bare
}

cxx()
{
	run 0 "$CXX" -std=c++17 thing.cpp -o thing && linked thing && prints ./thing caught
	run 0 "$HEDDLE" c++ -c thing.cpp -o thing.o
	run 0 "$HEDDLE" c++ thing.o -o thing2 && linked thing2 && prints ./thing2 caught
}

sanitizers()
{
	run 0 "$CC" -fsanitize=thread alone.c -o tsan && linked tsan && run 0 ./tsan
	run 0 "$CC" alone.c -fsanitize=thread,undefined -o ubsan && linked ubsan && run 0 ./ubsan
	run 0 "$CC" -fsanitize=undefined -c alone.c && run 0 "$CC" -fsanitize=undefined alone.o -o ubsan2 && linked ubsan2
	run 0 "$CC" -fno-sanitize=thread -c counter.c -o off.o && plain off.o
	run 0 "$CC" -fno-sanitize=all -fsanitize=thread -c counter.c -o on.o && instrumented on.o
	run 0 "$CC" -fno-sanitize=thread counter.c main.c -o off && linked off
}

questions_pass_through()
{
	local question
	for question in --version -dumpversion -dumpmachine -print-search-dirs -print-prog-name=ld \
		"-print-file-name=libc.so"; do
		run 0 "$CC" "$question"
		cp "$T/stdout" ours
		run 0 "$compiler" "$question"
		cmp -s ours "$T/stdout" || fail "$question differs"
	done
	run 0 "$CC" -v && grep -qi version "$T/stderr"
	run 0 "$CC" "-###" -c counter.c -o never.o && missing never.o && grep -q 'sanitize=thread' "$T/stderr"
	run 0 "$CC" -v -c counter.c -o v.o && instrumented v.o
	run 0 "$CC" -Wl,--version && grep -q ld "$T/stdout"
}

failures_are_the_compilers()
{
	echo 'int main(void) { return nothing; }' >broken.c
	run 1 "$CC" -c broken.c -o broken.o && missing broken.o
	run 1 "$CC" alone.c broken.c -o broken
	run 1 "$CC"
	run 1 "$CC" -c nosuchfile.c
}

warnings_are_not_ours()
{
	local command
	for command in "-c counter.c" "counter.c main.c -o w" "counter.o main.o -o w" "-E counter.c" "-c answer.s" \
		"-shared -fPIC counter.c -o w.so" "-O2 -flto counter.c main.c -o w" "-g0 -c counter.c" \
		"-M counter.c" "-O2 -c alone.c"; do
		# shellcheck disable=SC2086 # the words of a command
		run 0 "$CC" -Wall -Wextra -Werror $command
		[ ! -s "$T/stderr" ] || { cat "$T/stderr" && fail "$command: says something"; }
	done
}

refusals()
{
	refuses "-static cannot work, because" "$CC" -static alone.c
	refuses "-static-pie cannot work" "$CC" -static-pie alone.c -o x
	refuses "-fsanitize=address cannot be combined" "$CC" -fsanitize=address -c alone.c
	refuses "-fsanitize=leak,undefined cannot be" "$CC" -fsanitize=leak,undefined alone.c
	refuses "-fsanitize=memory" "$CC" alone.c -fsanitize=memory
	refuses "-m32: .*64-bit" "$CC" -m32 -c alone.c
	refuses "aarch64.*64-bit x86" "$CC" --target=aarch64-linux-gnu -c alone.c
	run 0 "$CC" -static -c alone.c
}

choice_of_compiler()
{
	run 0 env -u HEDDLE_CC "$CC" "--compiler=$compiler" --version && grep -qi "$compiler" "$T/stdout"
	run 0 env -u HEDDLE_CC "$CC" --compiler "$compiler" --version && grep -qi "$compiler" "$T/stdout"
	run 0 env HEDDLE_CC="env $compiler" "$CC" alone.c -o launched && linked launched
	run 0 env HEDDLE_CC=cc "$CC" alone.c -o by_version && linked by_version
	refuses '"nosuchcc" \(HEDDLE_CC\) is not installed' env HEDDLE_CC=nosuchcc "$CC" alone.c
	refuses "neither gcc nor clang" env HEDDLE_CC=/bin/true "$CC" alone.c
	refuses "own compiler driver" env HEDDLE_CC="$CC" "$CC" alone.c
	refuses "--compiler needs" "$CC" --compiler
}

odd_places()
{
	mkdir -p "a b/c,d"
	cp alone.c "a b/c,d/x.c"
	run 0 "$CC" "a b/c,d/x.c" -o "a b/c,d/x" && linked "a b/c,d/x"
}

for compiler in gcc clang; do
	export HEDDLE_CC=$compiler HEDDLE_CXX=g++
	[ $compiler = gcc ] || HEDDLE_CXX=clang++
	for part in stages both_halves_of_an_update dependencies languages response_files libraries cxx sanitizers \
		questions_pass_through failures_are_the_compilers warnings_are_not_ours refusals choice_of_compiler odd_places; do
		say "$compiler: ${part//_/ }"
		$part
	done
done
# clang alone knows `--`.
run 0 "$CC" -o dashes -- alone.c && linked dashes
