# SPDX-License-Identifier: Apache-2.0
#
# A C program with n functions, as many locks, and eight threads, for tests of static analysis: awk -v n=N -f large_program.awk
BEGIN {
	print "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>"
	print "struct node { struct node *next, *other; pthread_mutex_t lock; long value, count; char name[16]; int slot[8]; };"
	print "typedef long handler(struct node *, long);"
	for (i = 0; i < n; i++) printf "static struct node g%d; static pthread_mutex_t m%d = PTHREAD_MUTEX_INITIALIZER;\n", i, i
	for (i = 0; i < n; i++) printf "static handler f%d;\n", i
	printf "static handler *const table[] = {"
	for (i = 0; i < n; i += 7) printf "f%d, ", i
	print "};"
	for (i = 0; i < n; i++) {
		printf "static long f%d(struct node *p, long d)\n{\n", i
		printf "\tlong s = 0;\n\tstruct node l = {0}, *q = p->next;\n"
		printf "\tif (d < 0)\n\t\treturn 0;\n"
		printf "\tpthread_mutex_lock(&m%d);\n\tg%d.value += d;\n\tg%d.next = p;\n\tpthread_mutex_unlock(&m%d);\n", i, i, i, i
		printf "\tpthread_mutex_lock(&p->lock);\n\tp->count++;\n\tp->slot[d & 7] = (int)p->value;\n\tpthread_mutex_unlock(&p->lock);\n"
		printf "\tfor (int i = 0; i < 8; i++)\n\t\ts += p->slot[i];\n"
		printf "\twhile (q && q->value > s) {\n\t\tq->value--;\n\t\tq = q->other;\n\t}\n"
		printf "\tmemcpy(l.name, p->name, sizeof l.name);\n\tl.value = s;\n\tl.other = q;\n"
		printf "\tif (s & 1)\n\t\ts += f%d(&g%d, d - 1);\n\telse\n\t\ts += f%d(&l, d - 2);\n", (i * 7 + 1) % n, (i + 1) % n, (i * 3 + 2) % n
		printf "\tif (s == 17)\n\t\ts += table[s %% %d](p, d - 1);\n", int((n + 6) / 7)
		printf "\treturn s;\n}\n"
	}
	for (t = 0; t < 8; t++) {
		printf "static void *thread%d(void *arg)\n{\n\tlong s = 0;\n", t
		for (i = t; i < n; i += 8) printf "\ts += f%d(arg, 3);\n", i
		printf "\treturn (void *)s;\n}\n"
	}
	print "int main(void)\n{\n\tpthread_t t[8];"
	for (t = 0; t < 8; t++) printf "\tpthread_create(&t[%d], NULL, thread%d, calloc(1, sizeof(struct node)));\n", t, t
	print "\tfor (int i = 0; i < 8; i++)\n\t\tpthread_join(t[i], NULL);\n\treturn 0;\n}"
}
