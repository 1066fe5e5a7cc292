/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/constant.h"

#include <gelf.h>
#include <string.h>

#include "symbol/module_state.h"

static bool is_constant(const GElf_Shdr *header)
{
	return header->sh_type == SHT_PROGBITS && header->sh_flags & SHF_ALLOC &&
	       !(header->sh_flags & (SHF_WRITE | SHF_EXECINSTR));
}

static const char *text_in(Elf_Scn *section, uint64_t offset)
{
	const Elf_Data *data = elf_getdata(section, NULL);
	const char *text =
	    data && data->d_buf && offset < data->d_size ? (const char *)data->d_buf + offset : NULL;

	return text && memchr(text, 0, data->d_size - offset) ? text : NULL;
}

const char *hd_module_constant(const struct hd_symbol_module *m, Dwarf_Addr addr)
{
	GElf_Addr bias;
	Elf *elf = m->file ? dwfl_module_getelf(m->file, &bias) : NULL;
	Elf_Scn *section = NULL;

	while (elf && (section = elf_nextscn(elf, section))) {
		GElf_Shdr header;

		if (gelf_getshdr(section, &header) && is_constant(&header) && addr - bias >= header.sh_addr &&
		    addr - bias - header.sh_addr < header.sh_size)
			return text_in(section, addr - bias - header.sh_addr);
	}
	return NULL;
}
