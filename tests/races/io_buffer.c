/* SPDX-License-Identifier: Apache-2.0
 * Each thread writes from a buffer of its own; racy: the buffer is filled by one while the other's write
 * reads it. */
#include <fcntl.h>
#include <unistd.h>

#include "race.h"

static char buffers[2][8];
static int out;

static void log_one(char *buffer)
{
	buffer[0] = 'x';		 /* race */
	use((int)write(out, buffer, 8)); /* race */
}

THREAD(one)
{
	log_one(buffers[0]);
}

THREAD(two)
{
	log_one(buffers[RACY_OR(0, 1)]);
}

int main(void)
{
	out = open("/dev/null", O_WRONLY);
	RUN(one, two);
	close(out);
	return 0;
}
