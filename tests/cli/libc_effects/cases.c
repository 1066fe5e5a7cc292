/* SPDX-License-Identifier: Apache-2.0
 *
 * cases [locked]: each function of libc works on memory of its own, to which another thread writes; with
 * "locked" a mutex is around both. See tests/cli/libc_effects.sh. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <iconv.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

union memory {
	char c[4096];
	wchar_t w[1];
	int i[1];
	long l[1];
	char *p[1];
	size_t z[1];
	void *root;
	struct tm tm;
	struct timespec ts;
	struct stat st;
	struct sockaddr address;
	struct addrinfo hints, *found;
	struct in_addr in;
	struct utsname uts;
	struct passwd pw;
};

static int zero, null, ends[2];
static FILE *text, *wide;
static volatile long sink;

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* It stands behind its case: what it reads is a part of that. */
static int compare_searched(const void *a, const void *b);

/* m is shared, b is not. */
#define CASE(name) static void name(union memory *m, union memory *b)

CASE(iconv_reads)
{
	iconv_t how = iconv_open("UTF-16", "UTF-8");
	char *in = m->c, *to = (char *)b->w;
	size_t left = 3, room = 100;
	iconv(how, &in, &left, &to, &room);
	iconv_close(how);
}

CASE(iconv_writes)
{
	iconv_t how = iconv_open("UTF-16", "UTF-8");
	char *in = b->c, *to = m->c;
	size_t left = 3, room = 100;
	iconv(how, &in, &left, &to, &room);
	iconv_close(how);
}

CASE(swprintf_writes)
{
	swprintf(m->w, 100, L"%d", 5);
}

CASE(swprintf_reads_wide)
{
	swprintf(b->w, 100, L"%ls", m->w);
}

CASE(swprintf_reads_narrow)
{
	swprintf(b->w, 100, L"%s", m->c);
}

CASE(swscanf_reads)
{
	int n;
	swscanf(m->w, L"%d", &n);
}

CASE(swscanf_writes)
{
	swscanf(L"5", L"%d", m->i);
}

CASE(fwprintf_reads)
{
	fwprintf(wide, L"%ls", m->w);
}

CASE(fputws_reads)
{
	fputws(m->w, wide);
}

CASE(asprintf_writes)
{
	if (asprintf(m->p, "%d", 5) < 0)
		abort();
}

CASE(asprintf_reads)
{
	char *p;
	if (asprintf(&p, "%s", m->c) < 0)
		abort();
}

CASE(sprintf_counts)
{
	sprintf(b->c, "%d%n", 5, m->i);
}

CASE(sscanf_writes)
{
	sscanf("5 abc", "%*d %s", m->c);
}

CASE(fscanf_writes)
{
	rewind(text);
	fscanf(text, "%d", m->i);
}

CASE(getline_writes)
{
	rewind(text);
	char *line = NULL;
	size_t n = 0;
	getline(&line, &n, text);
	rewind(text);
	getline(m->p, &m->z[1], text);
}

CASE(getdelim_writes)
{
	rewind(text);
	getdelim(m->p, &m->z[1], ';', text);
}

CASE(readv_writes)
{
	struct iovec v = {m->c, 8};
	readv(zero, &v, 1);
}

CASE(writev_reads)
{
	struct iovec v = {m->c, 8};
	writev(null, &v, 1);
}

CASE(preadv_writes)
{
	struct iovec v = {m->c, 8};
	preadv(zero, &v, 1, 0);
}

CASE(pwritev_reads)
{
	struct iovec v = {m->c, 8};
	pwritev(null, &v, 1, 0);
}

CASE(preadv2_writes)
{
	struct iovec v = {m->c, 8};
	preadv2(zero, &v, 1, 0, 0);
}

CASE(pwritev2_reads)
{
	struct iovec v = {m->c, 8};
	pwritev2(null, &v, 1, 0, 0);
}

CASE(process_vm_readv_writes)
{
	struct iovec to = {m->c, 8}, from = {b->c, 8};
	process_vm_readv(getpid(), &to, 1, &from, 1, 0);
}

CASE(process_vm_writev_reads)
{
	struct iovec to = {b->c, 8}, from = {m->c, 8};
	process_vm_writev(getpid(), &from, 1, &to, 1, 0);
}

CASE(recvmsg_writes_parts)
{
	struct iovec v = {m->c, 8};
	struct msghdr msg = {.msg_iov = &v, .msg_iovlen = 1};
	write(ends[0], "abc", 3);
	recvmsg(ends[1], &msg, 0);
}

CASE(recvmsg_writes_control)
{
	struct iovec v = {b->c, 1};
	struct cmsghdr *c = (struct cmsghdr *)b->l;
	struct msghdr msg = {
	    .msg_iov = &v, .msg_iovlen = 1, .msg_control = c, .msg_controllen = CMSG_SPACE(sizeof(int))};
	*c = (struct cmsghdr){
	    .cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
	memcpy(CMSG_DATA(c), &null, sizeof null);
	sendmsg(ends[0], &msg, 0);
	msg.msg_control = m;
	msg.msg_controllen = sizeof *m;
	recvmsg(ends[1], &msg, 0);
}

CASE(sendmsg_reads_parts)
{
	struct iovec v = {m->c, 3};
	struct msghdr msg = {.msg_iov = &v, .msg_iovlen = 1};
	sendmsg(ends[0], &msg, 0);
	read(ends[1], b->c, 3);
}

CASE(bind_reads)
{
	int s = socket(AF_UNIX, SOCK_DGRAM, 0);
	m->address.sa_family = AF_UNIX;
	bind(s, &m->address, sizeof m->address.sa_family);
	close(s);
}

CASE(getsockname_writes)
{
	socklen_t n = sizeof *m;
	getsockname(ends[0], &m->address, &n);
}

CASE(getsockopt_writes)
{
	socklen_t n = sizeof *m;
	getsockopt(ends[0], SOL_SOCKET, SO_TYPE, m, &n);
}

CASE(setsockopt_reads)
{
	setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, m->i, sizeof *m->i);
}

CASE(getaddrinfo_writes)
{
	struct addrinfo hints = {.ai_flags = AI_NUMERICHOST};
	getaddrinfo("127.0.0.1", NULL, &hints, &m->found);
}

CASE(getaddrinfo_reads)
{
	struct addrinfo *found;
	m->hints.ai_flags = AI_NUMERICHOST;
	getaddrinfo("127.0.0.1", NULL, &m->hints, &found);
}

CASE(getnameinfo_writes)
{
	struct sockaddr_in a = {.sin_family = AF_INET};
	getnameinfo((struct sockaddr *)&a, sizeof a, m->c, 100, NULL, 0, NI_NUMERICHOST);
}

CASE(strtok_r_reads)
{
	char *rest;
	strtok_r(m->c, " ", &rest);
}

CASE(strsep_reads)
{
	char *rest = m->c;
	strsep(&rest, " ");
}

CASE(strerror_r_writes)
{
	strerror_r(12345, m->c, 100);
}

CASE(strcoll_reads)
{
	sink = strcoll(m->c, "abc");
}

CASE(strxfrm_writes)
{
	strxfrm(m->c, "abc", 100);
}

CASE(fnmatch_reads)
{
	sink = fnmatch("*", m->c, 0);
}

CASE(inet_aton_writes)
{
	inet_aton("1.2.3.4", &m->in);
}

CASE(localtime_r_writes)
{
	time_t t = 5;
	localtime_r(&t, &m->tm);
}

CASE(strftime_reads)
{
	strftime(b->c, 100, "%Y", &m->tm);
}

CASE(wcsftime_writes)
{
	struct tm tm = {0};
	wcsftime(m->w, 100, L"%Y", &tm);
}

CASE(strptime_writes)
{
	strptime("2020", "%Y", &m->tm);
}

CASE(clock_gettime_writes)
{
	clock_gettime(CLOCK_MONOTONIC, &m->ts);
}

CASE(rand_r_writes)
{
	sink = rand_r((unsigned *)m->i);
}

CASE(qsort_moves)
{
	qsort(m->i, 8, sizeof *m->i, compare);
}

CASE(bsearch_compares)
{
	int key = -1;
	sink = !bsearch(&key, m->i, 8, sizeof *m->i, compare_searched);
}

static int compare_searched(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

CASE(tsearch_writes)
{
	static int key;
	tsearch(&key, &m->root, compare);
}

CASE(wcsncpy_writes)
{
	wcsncpy(m->w, L"abc", 8);
}

CASE(wcscat_writes)
{
	wcscat(m->w, L"abc");
}

CASE(wcscmp_reads)
{
	sink = wcscmp(m->w, L"abc");
}

CASE(wcstol_reads)
{
	sink = wcstol(m->w, NULL, 10);
}

CASE(wcstok_reads)
{
	wchar_t *rest;
	wcstok(m->w, L" ", &rest);
}

CASE(wcstombs_writes)
{
	wcstombs(m->c, L"abc", 100);
}

CASE(mbsrtowcs_writes)
{
	const char *from = "abc";
	mbstate_t state = {0};
	mbsrtowcs(m->w, &from, 100, &state);
}

CASE(mbrtowc_reads)
{
	wchar_t c;
	mbstate_t state = {0};
	mbrtowc(&c, m->c, 3, &state);
}

CASE(stat_writes)
{
	stat("/", &m->st);
}

CASE(stat_reads_path)
{
	struct stat st;
	strcpy(m->c, "/");
	stat(m->c, &st);
}

CASE(open_reads_path)
{
	strcpy(m->c, "/");
	close(open(m->c, O_RDONLY));
}

CASE(unlink_reads_path)
{
	unlink(m->c);
}

CASE(readlink_writes)
{
	readlink("/proc/self/exe", m->c, 100);
}

CASE(getcwd_writes)
{
	sink = !getcwd(m->c, 4000);
}

CASE(uname_writes)
{
	uname(&m->uts);
}

CASE(getpwuid_r_writes)
{
	struct passwd *found;
	getpwuid_r(0, &m->pw, b->c, sizeof *b, &found);
}

CASE(pipe_writes)
{
	sink = pipe(m->i);
	close(m->i[0]);
	close(m->i[1]);
}

static const struct {
	void (*call)(union memory *m, union memory *b);
} cases[] = {
    {iconv_reads},
    {iconv_writes},
    {swprintf_writes},
    {swprintf_reads_wide},
    {swprintf_reads_narrow},
    {swscanf_reads},
    {swscanf_writes},
    {fwprintf_reads},
    {fputws_reads},
    {asprintf_writes},
    {asprintf_reads},
    {sprintf_counts},
    {sscanf_writes},
    {fscanf_writes},
    {getline_writes},
    {getdelim_writes},
    {readv_writes},
    {writev_reads},
    {preadv_writes},
    {pwritev_reads},
    {preadv2_writes},
    {pwritev2_reads},
    {process_vm_readv_writes},
    {process_vm_writev_reads},
    {recvmsg_writes_parts},
    {recvmsg_writes_control},
    {sendmsg_reads_parts},
    {bind_reads},
    {getsockname_writes},
    {getsockopt_writes},
    {setsockopt_reads},
    {getaddrinfo_writes},
    {getaddrinfo_reads},
    {getnameinfo_writes},
    {strtok_r_reads},
    {strsep_reads},
    {strerror_r_writes},
    {strcoll_reads},
    {strxfrm_writes},
    {fnmatch_reads},
    {inet_aton_writes},
    {localtime_r_writes},
    {strftime_reads},
    {wcsftime_writes},
    {strptime_writes},
    {clock_gettime_writes},
    {rand_r_writes},
    {qsort_moves},
    {bsearch_compares},
    {tsearch_writes},
    {wcsncpy_writes},
    {wcscat_writes},
    {wcscmp_reads},
    {wcstol_reads},
    {wcstok_reads},
    {wcstombs_writes},
    {mbsrtowcs_writes},
    {mbrtowc_reads},
    {stat_writes},
    {stat_reads_path},
    {open_reads_path},
    {unlink_reads_path},
    {readlink_writes},
    {getcwd_writes},
    {uname_writes},
    {getpwuid_r_writes},
    {pipe_writes},
};
#define CASES (sizeof cases / sizeof *cases)

static union memory shared[CASES], own[CASES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locked;

static void enter(void)
{
	if (locked)
		pthread_mutex_lock(&lock);
}

static void leave(void)
{
	if (locked)
		pthread_mutex_unlock(&lock);
}

static void *call_all(void *unused)
{
	for (unsigned i = 0; i < CASES; i++) {
		enter();
		cases[i].call(&shared[i], &own[i]);
		leave();
	}
	return unused;
}

/* The same byte again: what the functions do does not depend on who is first. */
static void *write_all(void *unused)
{
	for (unsigned i = 0; i < CASES; i++) {
		volatile char *c = shared[i].c;

		enter();
		*c = *c;
		leave();
	}
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t[2];

	locked = argc > 1 && !strcmp(argv[1], "locked");
	zero = open("/dev/zero", O_RDONLY);
	null = open("/dev/null", O_WRONLY);
	text = fmemopen("12 34;", 6, "r");
	wide = fopen("/dev/null", "w");
	if (!text || !wide || socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		abort();
	pthread_create(&t[0], NULL, call_all, NULL);
	pthread_create(&t[1], NULL, write_all, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
