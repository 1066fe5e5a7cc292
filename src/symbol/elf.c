/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/elf.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"

#define RUNTIME_NAME "libheddle-rt.so"

/* The notes of a program header or of a section. */
static void look_at_notes(Elf_Data *data, struct hd_elf *out)
{
	size_t at = 0, next, name, desc;
	GElf_Nhdr note;

	for (; data && (next = gelf_getnote(data, at, &note, &name, &desc)) > 0; at = next) {
		if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
		    memcmp((char *)data->d_buf + name, "GNU", 4) != 0)
			continue;
		out->build_id.len = note.n_descsz < HD_SCHEDULE_ID_MAX ? note.n_descsz : HD_SCHEDULE_ID_MAX;
		memcpy(out->build_id.bytes, (char *)data->d_buf + desc, out->build_id.len);
	}
}

static void look_at_headers(Elf *elf, size_t expected, struct hd_elf *out)
{
	size_t count = 0, size = 0;

	elf_rawfile(elf, &size);
	if (elf_getphdrnum(elf, &count) || count < expected)
		out->damaged = true;
	for (size_t i = 0; i < count; i++) {
		GElf_Phdr header;

		if (!gelf_getphdr(elf, (int)i, &header) || header.p_offset > size ||
		    header.p_filesz > size - header.p_offset) {
			out->damaged = true;
			return;
		}
		if (header.p_type == PT_INTERP)
			out->dynamic = true;
		if (header.p_type == PT_NOTE)
			look_at_notes(elf_getdata_rawchunk(elf, (int64_t)header.p_offset, header.p_filesz,
							   header.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR),
				      out);
	}
}

static void look_at_needed(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, struct hd_elf *out)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Dyn entry;

	for (int i = 0; data && gelf_getdyn(data, i, &entry); i++) {
		const char *name;

		if (entry.d_tag == DT_FLAGS_1 && entry.d_un.d_val & DF_1_PIE)
			out->library = false;
		if (entry.d_tag != DT_NEEDED)
			continue;
		name = elf_strptr(elf, header->sh_link, entry.d_un.d_val);
		if (name && !strcmp(name, RUNTIME_NAME))
			out->instrumented = true;
	}
}

static void look_at_sections(Elf *elf, struct hd_elf *out)
{
	for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
		GElf_Shdr header;

		if (gelf_getshdr(section, &header) && header.sh_type == SHT_DYNAMIC)
			look_at_needed(elf, section, &header, out);
	}
}

struct opened {
	int fd;
	Elf *elf; /* NULL: the file is something else */
};

/* False: there is nothing to read. */
static bool open_file(struct opened *o, const char *path)
{
	o->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (o->fd < 0)
		return false;
	elf_version(EV_CURRENT);
	o->elf = elf_begin(o->fd, ELF_C_READ_MMAP, NULL);
	if (o->elf && elf_kind(o->elf) != ELF_K_ELF) {
		elf_end(o->elf);
		o->elf = NULL;
	}
	return true;
}

static void close_file(const struct opened *o)
{
	elf_end(o->elf);
	close(o->fd);
}

int hd_elf_look(const char *path, struct hd_elf *out)
{
	struct opened file;
	GElf_Ehdr header;

	*out = (struct hd_elf){0};
	if (!open_file(&file, path))
		return -1;
	if (file.elf && gelf_getehdr(file.elf, &header)) {
		out->elf = true;
		out->native =
		    header.e_machine == EM_X86_64 && (header.e_type == ET_EXEC || header.e_type == ET_DYN);
		out->library = header.e_type == ET_DYN; /* unless it says otherwise */
		look_at_headers(file.elf, header.e_phnum, out);
		look_at_sections(file.elf, out);
	}
	close_file(&file);
	return 0;
}

struct search {
	bool (*is)(const struct hd_instruction *);
	uint64_t *out;
	size_t n, max;
};

static void search_segment(const unsigned char *image, size_t size, const GElf_Phdr *header, struct search *s)
{
	uint64_t end = header->p_offset + header->p_filesz;
	struct hd_instruction i;

	if (header->p_type != PT_LOAD || !(header->p_flags & PF_X) || end > size || end < header->p_offset)
		return;
	for (uint64_t at = header->p_offset; at < end && s->n < s->max; at += i.length) {
		if (!hd_instruction_at(image + at, image + end, &i))
			i.length = 1; /* not code, such as what fills the space between functions */
		else if (s->is(&i))
			s->out[s->n++] = header->p_vaddr + (at - header->p_offset);
	}
}

size_t hd_elf_find_code(const char *path, bool (*is)(const struct hd_instruction *), uint64_t *out,
			size_t max)
{
	struct search s = {.is = is, .out = out, .max = max};
	size_t count = 0, size = 0;
	struct opened file;
	const char *image;
	GElf_Phdr header;

	if (!open_file(&file, path))
		return 0;
	image = file.elf ? elf_rawfile(file.elf, &size) : NULL;
	if (image && !elf_getphdrnum(file.elf, &count))
		for (size_t i = 0; i < count; i++)
			if (gelf_getphdr(file.elf, (int)i, &header))
				search_segment((const unsigned char *)image, size, &header, &s);
	close_file(&file);
	return s.n;
}

static Elf_Data *section_named(Elf *elf, const char *name)
{
	size_t names;
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return NULL;
	while ((section = elf_nextscn(elf, section))) {
		const char *called =
		    gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;

		if (called && !strcmp(called, name))
			return elf_getdata(section, NULL);
	}
	return NULL;
}

char *hd_elf_section(const char *path, const char *name, size_t *size)
{
	const Elf_Data *data;
	struct opened file;
	char *copy = NULL;

	if (!open_file(&file, path))
		return NULL;
	data = file.elf ? section_named(file.elf, name) : NULL;
	if (data && data->d_buf) {
		copy = hd_new(data->d_size + 1, 1);
		memcpy(copy, data->d_buf, data->d_size);
		*size = data->d_size;
	}
	close_file(&file);
	return copy;
}

size_t hd_elf_section_size(const char *path, const char *name)
{
	const Elf_Data *data;
	struct opened file;
	size_t size;

	if (!open_file(&file, path))
		return 0;
	data = file.elf ? section_named(file.elf, name) : NULL;
	size = data && data->d_buf ? data->d_size : 0;
	close_file(&file);
	return size;
}

char *hd_elf_build_text(const char *path)
{
	char text[2 * HD_SCHEDULE_ID_MAX + 1] = "";
	struct hd_elf elf;

	if (!hd_elf_look(path, &elf) && elf.elf && elf.build_id.len)
		hd_build_id_text(&elf.build_id, text);
	return hd_strdup(text);
}
