/* SPDX-License-Identifier: Apache-2.0 */
#include "debugger/registers.h"

#include "debugger/hex.h"

#define ST_FIRST    HD_RSP_GENERAL
#define CONTROL	    (ST_FIRST + 8)
#define XMM_FIRST   (CONTROL + 8)
#define MXCSR	    (XMM_FIRST + 16)
#define ORIGINAL_AX (MXCSR + 1)
#define FS_BASE	    (ORIGINAL_AX + 1)
#define GS_BASE	    (FS_BASE + 1)
#define YMM_HIGH    (GS_BASE + 1) /* on processors with AVX */
#define WITHOUT_AVX YMM_HIGH
#define WITH_AVX    (YMM_HIGH + 16)

static bool has_avx(void)
{
	return __builtin_cpu_supports("avx");
}

unsigned hd_rsp_register_count(void)
{
	return has_avx() ? WITH_AVX : WITHOUT_AVX;
}

static void *general_register(struct hd_rsp_registers *r, unsigned number, size_t *size)
{
	*size = number < HD_RSP_FLAGS ? sizeof(uint64_t) : sizeof(uint32_t);
	return &r->general[number];
}

void *hd_rsp_register(struct hd_rsp_registers *r, unsigned number, size_t *size)
{
	if (number < HD_RSP_GENERAL)
		return general_register(r, number, size);
	if (number < CONTROL) {
		*size = sizeof r->st[0];
		return r->st[number - ST_FIRST];
	}
	if (number < XMM_FIRST) {
		*size = sizeof r->float_control[0];
		return &r->float_control[number - CONTROL];
	}
	if (number < MXCSR) {
		*size = sizeof r->xmm[0];
		return r->xmm[number - XMM_FIRST];
	}
	if (number == MXCSR) {
		*size = sizeof r->mxcsr;
		return &r->mxcsr;
	}
	if (number >= YMM_HIGH && number < WITH_AVX) {
		*size = sizeof r->ymm_high[0];
		return r->ymm_high[number - YMM_HIGH];
	}
	*size = sizeof(uint64_t);
	switch (number) {
	case ORIGINAL_AX:
		return &r->original_ax;
	case FS_BASE:
		return &r->fs_base;
	case GS_BASE:
		return &r->gs_base;
	default:
		return NULL;
	}
}

static bool is_unknown(const struct hd_rsp_registers *r, unsigned number)
{
	if (number >= YMM_HIGH)
		return !r->avx_known;
	return number >= ST_FIRST && number <= MXCSR && !r->float_known;
}

void hd_rsp_put_register(FILE *f, struct hd_rsp_registers *r, unsigned number)
{
	size_t size;
	const void *bytes = hd_rsp_register(r, number, &size);

	if (!bytes)
		return;
	if (is_unknown(r, number)) {
		for (size_t i = 0; i < size; i++)
			fputs("xx", f);
		return;
	}
	hd_hex_put(f, bytes, size);
}

#define REG64(name)	  "<reg name=\"" name "\" bitsize=\"64\" type=\"int64\"/>"
#define REG32(name)	  "<reg name=\"" name "\" bitsize=\"32\" type=\"int32\"/>"
#define POINTER(name, to) "<reg name=\"" name "\" bitsize=\"64\" type=\"" to "\"/>"
#define ST(n)		  "<reg name=\"st" n "\" bitsize=\"80\" type=\"i387_ext\"/>"
#define CONTROL32(name)	  "<reg name=\"" name "\" bitsize=\"32\" type=\"int\" group=\"float\"/>"
#define XMM(n)		  "<reg name=\"xmm" n "\" bitsize=\"128\" type=\"vec128\"/>"
#define YMM(n)		  "<reg name=\"ymm" n "h\" bitsize=\"128\" type=\"uint128\"/>"

static const char target_xml[] =
    "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target version=\"1.0\">"
    "<architecture>i386:x86-64</architecture><osabi>GNU/Linux</osabi>"
    "<feature name=\"org.gnu.gdb.i386.core\">" REG64("rax") REG64("rbx") REG64("rcx") REG64("rdx") REG64(
	"rsi") REG64("rdi") POINTER("rbp", "data_ptr") POINTER("rsp", "data_ptr") REG64("r8") REG64("r9")
	REG64("r10") REG64("r11") REG64("r12") REG64("r13") REG64("r14") REG64("r15") POINTER(
	    "rip", "code_ptr") REG32("eflags") REG32("cs") REG32("ss") REG32("ds") REG32("es") REG32("fs")
	    REG32("gs") ST("0") ST("1") ST("2") ST("3") ST("4") ST("5") ST("6") ST("7") CONTROL32(
		"fctrl") CONTROL32("fstat") CONTROL32("ftag") CONTROL32("fiseg") CONTROL32("fioff")
		CONTROL32("foseg") CONTROL32("fooff") CONTROL32(
		    "fop") "</feature>"
			   "<feature name=\"org.gnu.gdb.i386.sse\">"
			   "<vector id=\"v4f\" type=\"ieee_single\" count=\"4\"/>"
			   "<vector id=\"v2d\" type=\"ieee_double\" count=\"2\"/>"
			   "<vector id=\"v16i8\" type=\"int8\" count=\"16\"/>"
			   "<vector id=\"v8i16\" type=\"int16\" count=\"8\"/>"
			   "<vector id=\"v4i32\" type=\"int32\" count=\"4\"/>"
			   "<vector id=\"v2i64\" type=\"int64\" count=\"2\"/>"
			   "<union id=\"vec128\"><field name=\"v4_float\" type=\"v4f\"/>"
			   "<field name=\"v2_double\" type=\"v2d\"/><field name=\"v16_int8\" type=\"v16i8\"/>"
			   "<field name=\"v8_int16\" type=\"v8i16\"/><field name=\"v4_int32\" "
			   "type=\"v4i32\"/>"
			   "<field name=\"v2_int64\" type=\"v2i64\"/><field name=\"uint128\" "
			   "type=\"uint128\"/>"
			   "</union>" XMM("0") XMM("1") XMM("2") XMM("3") XMM("4") XMM("5") XMM("6") XMM("7")
			       XMM("8") XMM("9") XMM("10") XMM("11") XMM("12") XMM("13") XMM("14")
				   XMM("15") "<reg name=\"mxcsr\" bitsize=\"32\" type=\"int\" "
					     "group=\"vector\"/></feature>"
					     "<feature name=\"org.gnu.gdb.i386.linux\">"
					     "<reg name=\"orig_rax\" bitsize=\"64\" type=\"int\" "
					     "group=\"system\"/></feature>"
					     "<feature name=\"org.gnu.gdb.i386.segments\">" REG64("fs_base")
						 REG64("gs_base") "</feature>";

static const char avx_xml[] =
    "<feature name=\"org.gnu.gdb.i386.avx\">" YMM("0") YMM("1") YMM("2") YMM("3") YMM("4") YMM("5") YMM("6")
	YMM("7") YMM("8") YMM("9") YMM("10") YMM("11") YMM("12") YMM("13") YMM("14") YMM("15") "</feature>";

void hd_rsp_put_target_xml(FILE *f)
{
	fprintf(f, "%s%s</target>", target_xml, has_avx() ? avx_xml : "");
}
