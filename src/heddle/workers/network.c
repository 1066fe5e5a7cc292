/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/network.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int start_loopback(void)
{
	struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int result = fd < 0 ? -1 : ioctl(fd, SIOCSIFFLAGS, &request);

	if (fd >= 0)
		close(fd);
	return result;
}

static int write_proc_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : write(fd, text, strlen(text));

	if (fd >= 0)
		close(fd);
	return n < 0 ? -1 : 0;
}

/* A process without privileges may make a network namespace only within a user namespace. It keeps its user
 * and group ids there. */
static int separate_as_user(void)
{
	char uid[64], gid[64];

	snprintf(uid, sizeof(uid), "%u %u 1", (unsigned)geteuid(), (unsigned)geteuid());
	snprintf(gid, sizeof(gid), "%u %u 1", (unsigned)getegid(), (unsigned)getegid());
	if (unshare(CLONE_NEWUSER | CLONE_NEWNET) || write_proc_file("/proc/self/setgroups", "deny") ||
	    write_proc_file("/proc/self/uid_map", uid) || write_proc_file("/proc/self/gid_map", gid))
		return -1;
	return 1;
}

/* What the process that makes the namespaces has to say. */
struct news {
	int error;
	int as_user;
};

_Noreturn static void make_and_wait(int news_fd, int release_fd)
{
	struct news news = {0};
	char nothing;

	if (unshare(CLONE_NEWNET))
		news.as_user = separate_as_user();
	if (news.as_user < 0 || start_loopback())
		news.error = errno ? errno : EPERM;
	if (write(news_fd, &news, sizeof(news)) == (ssize_t)sizeof(news))
		(void)!read(release_fd, &nothing, 1); /* until they have been opened */
	_exit(0);
}

static int open_namespace(pid_t pid, const char *name)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%ld/ns/%s", (long)pid, name);
	return open(path, O_RDONLY | O_CLOEXEC);
}

static int take_network(struct hd_network *n, pid_t pid, int news_fd)
{
	struct news news;

	if (read(news_fd, &news, sizeof(news)) != (ssize_t)sizeof(news)) {
		errno = EIO;
		return -1;
	}
	if (news.error) {
		errno = news.error;
		return -1;
	}
	n->net = open_namespace(pid, "net");
	if (news.as_user > 0)
		n->user = open_namespace(pid, "user");
	return n->net < 0 || (news.as_user > 0 && n->user < 0) ? -1 : 0;
}

int hd_network_make(struct hd_network *n)
{
	int news[2], release[2], result, error;
	pid_t pid;

	*n = HD_NETWORK_NONE;
	if (pipe2(news, O_CLOEXEC))
		return -1;
	if (pipe2(release, O_CLOEXEC)) {
		close(news[0]);
		close(news[1]);
		return -1;
	}
	pid = fork();
	if (!pid) {
		close(release[1]);
		make_and_wait(news[1], release[0]);
	}
	close(news[1]);
	result = pid < 0 ? -1 : take_network(n, pid, news[0]);
	error = errno;
	close(release[1]);
	close(release[0]);
	close(news[0]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	if (result)
		hd_network_close(n);
	errno = error;
	return result;
}

void hd_network_close(struct hd_network *n)
{
	if (n->net >= 0)
		close(n->net);
	if (n->user >= 0)
		close(n->user);
	*n = HD_NETWORK_NONE;
}

int hd_network_enter(const struct hd_network *n)
{
	if (n->user >= 0 && setns(n->user, CLONE_NEWUSER))
		return -1;
	return n->net >= 0 ? setns(n->net, CLONE_NEWNET) : 0;
}
