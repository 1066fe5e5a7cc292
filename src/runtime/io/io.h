/* SPDX-License-Identifier: Apache-2.0
 *
 * The descriptors of a run: what they are, what is at their other end, and which of them work on the same
 * thing.
 *
 * A file is what the kernel calls an open file description: descriptors made by dup() share it. A channel is
 * what operations conflict on: both ends of a pipe, of a socket pair and of a connection within the program
 * are one channel, and so are all files that have the same inode open. Channels are numbered in the order in
 * which a run meets them, so that their addresses do not depend on the kernel's numbers.
 *
 * The wrappers of functions that make descriptors tell this file what they made. A descriptor that no wrapper
 * told is looked at (one fstat) when it is first asked for. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "runtime/arch/addresses.h"
#include "runtime/engine/outside.h"
#include "wire/wire.h"

#define HD_CHANNEL_STRIDE 64

enum hd_file_kind {
	HD_FILE_PLAIN, /* never blocks: a regular file, a folder, /dev/null               */
	HD_FILE_PIPE,  /* or a FIFO                                                       */
	HD_FILE_SOCKET,
	HD_FILE_TERMINAL, /* or another character device                                     */
	HD_FILE_COUNTER	  /* eventfd, timerfd, signalfd, epoll, inotify, …                   */
};

struct hd_file {
	uint8_t kind;	  /* enum hd_file_kind */
	bool nonblock;	  /* O_NONBLOCK */
	bool old;	  /* open since before main */
	bool listens;	  /* a socket that accepts connections */
	uint8_t type;	  /* sockets: SOCK_STREAM, … */
	uint16_t family;  /* sockets: AF_UNIX, … */
	uint16_t port;	  /* sockets of the internet: our own port, 0: not known */
	uint32_t queued;  /* UNIX sockets: its place among those connected, 0: accepted or not connected */
	uint32_t queue;	  /* … and the channel of the listener */
	uint8_t lock;	  /* LOCK_SH or LOCK_EX that flock() took, 0: none */
	bool locks_parts; /* it has taken locks of its own on parts of the file */
	uint32_t channel; /* its number */
	uint32_t refs;	  /* descriptors */
	const struct hd_file_ops *ops; /* NULL: all as the kernel does it */
	void *own;		       /* for the functions of ops */
};

/* What files of a special kind do in their own way; what is NULL is as usual. */
struct hd_file_ops {
	/* Read what is there, or write without waiting: -1 and errno. After EAGAIN the caller waits until the
	 * file is ready, and calls again. */
	ssize_t (*read)(struct hd_file *f, int fd, void *to, size_t size);
	ssize_t (*write)(struct hd_file *f, int fd, const void *from, size_t size);
	/* How far away the file is, which may be farther than its channel. */
	enum hd_distance (*distance)(struct hd_file *f);
	/* Can what happens on this channel make the file ready? */
	bool (*involves)(const struct hd_file *f, uint64_t channel);
	/* The last descriptor of the file was closed. */
	void (*gone)(struct hd_file *f);
	size_t least; /* reading fewer bytes is an error, at once */
	enum hd_channel_kind name;
};

/* What the descriptor stands for. NULL: it is not open. */
struct hd_file *hd_file_of(int fd);
enum hd_distance hd_fd_distance(int fd);
/* An address that stands for the channel, for operations. 0: the descriptor is not open. */
uint64_t hd_fd_channel(int fd);

/* May what happens on the channel make the descriptor ready? */
bool hd_fd_is_on(int fd, uint64_t channel);

/* ---- for functions that make and close descriptors; fd < 0 (they failed) is ignored ---- */

/* A new descriptor with a channel of its own. Returns NULL if fd < 0. */
struct hd_file *hd_fd_made(int fd, enum hd_file_kind kind, bool nonblock, enum hd_distance distance);
/* Two new descriptors that are the ends of one channel, both within the program. */
void hd_fd_made_pair(const int fds[2], enum hd_file_kind kind, bool nonblock);
/* A new descriptor of any kind: the kind is found out later. */
void hd_fd_made_some(int fd);
/* The running thread is about to make or close a descriptor, or to use one that is closed: before that others
 * may use its number, close it or make it that of another file. A scheduling point, if there are others. */
void hd_fd_point(enum hd_event_kind kind, uint32_t site);
/* The running thread uses a descriptor; `changes`: it makes or closes one. What else may be done
 * with a descriptor, such as fstat(), is no scheduling point; so where several threads use them, no search
 * tries all that might come between a close and an open. */
void hd_fd_is_used(bool changes);
/* The descriptor is what fstat() has told of it. */
void hd_fd_found(int fd, const struct stat *st);
void hd_fd_copied(int from, int to);
void hd_fd_closed(int fd);

/* ---- distances ---- */

void hd_fd_set_distance(int fd, enum hd_distance distance);
/* The two descriptors turned out to be the ends of one connection within the program. */
void hd_fd_join(int a, int b);
/* Another process has got the program's descriptors: all of them, or those that stay open over exec. */
void hd_fds_inherited(bool over_exec);
/* The first descriptor of the run for which is() says yes, -1 if there is none. */
int hd_fd_search(bool (*is)(const struct hd_file *file, int fd, void *what), void *what);
/* The channel of what has this name, and how far away it is. 0: there is nothing. */
uint64_t hd_path_channel(int dir, const char *path, enum hd_distance *distance);
/* The program made this FIFO, so no outside process knows its name. */
void hd_fifo_made(const char *path);

/* For reports: the descriptors behind an address that hd_fd_channel() returned. False: it is none such. */
bool hd_channel_describe(uint64_t addr, struct hd_wire_place *place);

void hd_io_run_begin(void);
