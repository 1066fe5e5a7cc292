# One Makefile: a file dropped into a folder is built, a test dropped in is run. Output goes to build/.
#
#   make            build/bin/heddle and the rest          make test      everything, with lint
#   make demo       find, show and replay a bug            make bench     figures as ratios
#   make lint       format, warnings, static checks        make install PREFIX=/usr/local

PREFIX  ?= /usr/local
DESTDIR ?=
B       := build
ifeq ($(origin CC),default)
CC      := gcc
endif
WARN    := -Wall -Wextra -Werror
CFLAGS  ?= -O2 -g
BASE    := -std=gnu17 $(WARN) -D_GNU_SOURCE -Isrc -I$(B)/gen -MMD -MP
PKGS    := libdw libelf jansson sqlite3 libpq
VERSION := 0.1.0

# sources,FOLDER…: the C files of these folders of src/ and of their sub-folders.
sources = $(wildcard $(1:%=src/%/*.c) $(1:%=src/%/*/*.c))

# The runtime depends on libc alone. It must not be instrumented, and its own memory functions must not be
# turned into calls of what it interposes.
RT_SRC  := $(call sources,runtime strategy analysis) $(wildcard src/runtime/*.S src/runtime/*/*.S) src/model/event.c src/model/guide.c src/model/capacity.c src/model/iroot.c src/model/sets/layout.c src/model/outcome.c src/model/source.c src/model/sets/unitlog.c \
           src/wire/wire.c src/wire/wire_check.c src/base/x86_64.c
RT_OBJ  := $(patsubst %,$(B)/rt/%.o,$(RT_SRC))
RT_FLAGS := $(BASE) -O2 -g -fPIC -fvisibility=hidden -fno-builtin -fno-stack-protector -fno-omit-frame-pointer \
           -fno-strict-aliasing -fcf-protection=none
RT      := $(B)/lib/heddle/libheddle-rt.so

# The controller, without main(): the tests link it too.
CTL_SRC := $(call sources,base model wire strategy analysis symbol report store debugger framework gen/api gen/model gen/tests gen/emit heddle)
CTL_OBJ := $(patsubst %,$(B)/ctl/%.o,$(CTL_SRC))
CTL_LIB := $(filter-out $(B)/ctl/src/heddle/main.c.o,$(CTL_OBJ))
CTL_FLAGS = $(BASE) $(CFLAGS) -DHD_VERSION='"$(VERSION)"' $(shell pkg-config --cflags $(PKGS))
CTL_LIBS = $(shell pkg-config --libs $(PKGS)) -lm -lpthread

.PHONY: all demo test check lint format bench install clean deps fuzz
all: $(B)/bin/heddle $(B)/bin/heddle-cc $(B)/bin/heddle-c++ $(RT)

$(B)/rt/%.c.o: %.c Makefile
	@mkdir -p $(@D)
	@echo "  CC  $<"; $(CC) $(RT_FLAGS) -c -o $@ $<
$(B)/rt/%.S.o: %.S Makefile
	@mkdir -p $(@D)
	@echo "  AS  $<"; $(CC) -Isrc -c -o $@ $<
# Called at each access: what they need not do counts.
$(B)/rt/src/runtime/access/abi_tsan.c.o: RT_FLAGS += -fomit-frame-pointer
$(RT): $(RT_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"; $(CC) -shared -o $@ $(RT_OBJ) -Wl,-z,now -Wl,-z,nodelete -Wl,-Bsymbolic-functions -Wl,-soname,libheddle-rt.so -ldl
$(B)/ctl/%.c.o: %.c Makefile
	@mkdir -p $(@D)
	@echo "  CC  $<"; $(CC) $(CTL_FLAGS) -c -o $@ $<
$(B)/bin/heddle: $(CTL_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"; $(CC) $(CFLAGS) -o $@ $(CTL_OBJ) $(CTL_LIBS)
$(B)/bin/heddle-cc $(B)/bin/heddle-c++: $(B)/bin/heddle
	@ln -sf heddle $@

-include $(RT_OBJ:.o=.d) $(CTL_OBJ:.o=.d)

# Further targets, each in a file of its own.
include $(wildcard tools/*.mk)

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/heddle $(DESTDIR)$(PREFIX)/include \
		$(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/cmake/Heddle
	install -m755 $(B)/bin/heddle $(DESTDIR)$(PREFIX)/bin/heddle
	ln -sf heddle $(DESTDIR)$(PREFIX)/bin/heddle-cc
	ln -sf heddle $(DESTDIR)$(PREFIX)/bin/heddle-c++
	install -m755 $(RT) $(DESTDIR)$(PREFIX)/lib/heddle/libheddle-rt.so
	install -m644 include/heddle.h $(DESTDIR)$(PREFIX)/include/heddle.h
	install -m644 docs/*.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	install -m644 share/cmake/Heddle/HeddleConfig.cmake $(DESTDIR)$(PREFIX)/share/cmake/Heddle/

clean:
	rm -rf $(B)
