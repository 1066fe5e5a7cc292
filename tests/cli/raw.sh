#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What Heddle cannot control of synchronisation without libc is said in one sentence, and is no verdict.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

compile() { HEDDLE_CC=gcc "$B/bin/heddle-cc" -D_GNU_SOURCE -O1 -g -o "$1" -x c - -pthread; }

# A condition variable that a child process signals: the parent waits for it as for somebody outside.
compile between <<'END'
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
static struct { pthread_mutex_t m; pthread_cond_t c; int ready; } *s;
int main(void)
{
	pthread_mutexattr_t ma;
	pthread_condattr_t ca;
	s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_mutexattr_init(&ma);
	pthread_mutexattr_setpshared(&ma, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&s->m, &ma);
	pthread_condattr_init(&ca);
	pthread_condattr_setpshared(&ca, PTHREAD_PROCESS_SHARED);
	pthread_cond_init(&s->c, &ca);
	if (!fork()) {
		usleep(100000);
		pthread_mutex_lock(&s->m);
		s->ready = 1;
		pthread_cond_signal(&s->c);
		pthread_mutex_unlock(&s->m);
		_exit(0);
	}
	pthread_mutex_lock(&s->m);
	while (!s->ready)
		pthread_cond_wait(&s->c, &s->m);
	pthread_mutex_unlock(&s->m);
	return wait(NULL) < 0;
}
END
run 0 ./between
run 0 "$HEDDLE" test -n 5 --out o -- ./between

# Threads that libc knows nothing of.
compile clones <<'END'
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void)
{
	return syscall(SYS_clone, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, NULL) < 0;
}
END
refuses 'makes a thread by clone\(\) itself' "$HEDDLE" test -n 5 --out o -- ./clones
compile ends <<'END'
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
static void *end(void *unused) { syscall(SYS_exit, 0); return unused; }
int main(void)
{
	pthread_t t;
	return pthread_create(&t, NULL, end, NULL) || pthread_join(t, NULL);
}
END
run 0 ./ends
refuses 'ends itself by the system call exit' "$HEDDLE" test -n 5 --out o -- ./ends

# A kernel that does not hand system calls back: only a program that needs it is refused.
compile futex <<'END'
#include <stddef.h>
int main(void)
{
	long result;
	__asm__ volatile("syscall" : "=a"(result) : "a"(39) : "rcx", "r11", "memory");
	return result <= 0;
}
END
compile none <<'END'
int main(void) { return 0; }
END
run 0 "$HEDDLE" test -n 5 --out o -- ./futex
run 0 "$B/tests/bin/deny" dispatch "$HEDDLE" test -n 5 --out o -- ./none
refuses 'program itself enters the kernel without libc, and this kernel cannot hand such system calls back' \
	"$B/tests/bin/deny" dispatch "$HEDDLE" test -n 5 --out o -- ./futex
run 0 "$B/tests/bin/deny" dispatch "$HEDDLE" doctor
grep -q 'system calls without libc: not controlled' stdout || fail "doctor does not know that the kernel cannot do it"
