/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/clang/read_types.h"

#include <string.h>

#include "base/fail.h"

#define POINTERS_FOLLOWED 8 /* of a type; what is behind more of them is of no use to a caller */

static unsigned size_of(CXType type)
{
	long long size = clang_Type_getSizeOf(type);

	return size > 0 && size < 0x7fffffff ? (unsigned)size : 0;
}

/* A header of the system is of the library that is read if it was asked for. */
static bool is_foreign(const struct hd_type_reader *r, CXCursor declaration)
{
	return clang_Location_isInSystemHeader(clang_getCursorLocation(declaration)) &&
	       !r->is_own(r->data, declaration);
}

static unsigned record_named(const struct hd_type_reader *r, const char *name, CXType type)
{
	struct hd_api *a = r->api;
	CXCursor declaration = clang_getTypeDeclaration(type);
	unsigned size = size_of(type);

	for (unsigned i = 0; i < a->nrecords; i++)
		if (!strcmp(a->records[i].name, name))
			return i;
	return hd_api_add_record(a, name, size > 0, is_foreign(r, declaration), size);
}

static enum CXChildVisitResult see_value(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_EnumConstantDecl) {
		CXString name = clang_getCursorSpelling(cursor);

		hd_api_add_value(data, clang_getEnumConstantDeclValue(cursor), clang_getCString(name));
		clang_disposeString(name);
	}
	return CXChildVisit_Continue;
}

static unsigned enum_named(struct hd_api *a, const char *name, CXType type)
{
	unsigned index;

	for (unsigned i = 0; i < a->nenums; i++)
		if (!strcmp(a->enums[i].name, name))
			return i;
	index = hd_api_add_enum(a, name);
	clang_visitChildren(clang_getTypeDeclaration(type), see_value, a);
	return index;
}

static bool is_signed(enum CXTypeKind kind)
{
	return kind == CXType_Char_S || kind == CXType_SChar || kind == CXType_Short || kind == CXType_Int ||
	       kind == CXType_Long || kind == CXType_LongLong || kind == CXType_Int128;
}

static enum hd_api_kind kind_of(CXType canonical)
{
	switch (canonical.kind) {
	case CXType_Void:
		return HD_API_VOID;
	case CXType_Bool:
		return HD_API_BOOL;
	case CXType_Char_U:
	case CXType_UChar:
	case CXType_UShort:
	case CXType_UInt:
	case CXType_ULong:
	case CXType_ULongLong:
	case CXType_Char_S:
	case CXType_SChar:
	case CXType_Short:
	case CXType_Int:
	case CXType_Long:
	case CXType_LongLong:
		return HD_API_INTEGER;
	case CXType_Float:
	case CXType_Double:
		return HD_API_FLOATING;
	case CXType_Enum:
		return HD_API_ENUM;
	case CXType_Record:
		return HD_API_RECORD;
	case CXType_Pointer:
		return HD_API_POINTER;
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		return HD_API_FUNCTION;
	default:
		return HD_API_OTHER;
	}
}

static unsigned find_type(const struct hd_api *a, const char *spelling)
{
	unsigned i = 0;

	while (i < a->ntypes && strcmp(a->types[i].spelling, spelling) != 0)
		i++;
	return i;
}

static unsigned type_at(const struct hd_type_reader *r, CXType type, unsigned depth);

/* Results and parameters of the functions that a pointer leads to. */
static void add_signature(const struct hd_type_reader *r, unsigned index, CXType function, unsigned depth)
{
	unsigned result = type_at(r, clang_getResultType(function), depth);
	int n = clang_getNumArgTypes(function);

	r->api->types[index].refers = result;
	for (int i = 0; i < n; i++)
		hd_api_add_argument(r->api, index,
				    type_at(r, clang_getArgType(function, (unsigned)i), depth));
}

/* An atomic number is one like any other for a caller. */
static CXType plain_type(CXType type)
{
	CXType canonical = clang_getCanonicalType(type);

	return canonical.kind == CXType_Atomic ? clang_getCanonicalType(clang_Type_getValueType(canonical))
					       : canonical;
}

/* The type goes in before the types it refers to, because those may refer to it. */
static unsigned add_type(const struct hd_type_reader *r, CXType type, const char *spelling, unsigned depth)
{
	struct hd_api *a = r->api;
	CXType canonical = plain_type(type);
	struct hd_api_type t = {.kind = kind_of(canonical),
				.is_const = clang_isConstQualifiedType(canonical),
				.is_signed = is_signed(canonical.kind),
				.size = size_of(canonical),
				.spelling = (char *)spelling};
	CXString plain = clang_getTypeSpelling(
	    clang_getCanonicalType(clang_getCursorType(clang_getTypeDeclaration(canonical))));
	const char *name = clang_getCString(plain);
	unsigned index, refers = 0;

	if (depth > POINTERS_FOLLOWED)
		t.kind = HD_API_OTHER;
	if (t.kind == HD_API_RECORD)
		t.refers = record_named(r, name, canonical);
	if (t.kind == HD_API_ENUM)
		t.refers = enum_named(a, name, canonical);
	index = hd_api_add_type(a, t);
	if (t.kind == HD_API_POINTER) {
		refers = type_at(r, clang_getPointeeType(canonical), depth + 1);
		a->types[index].refers = refers;
	}
	if (t.kind == HD_API_FUNCTION)
		add_signature(r, index, canonical, depth + 1);
	clang_disposeString(plain);
	return index;
}

static unsigned type_at(const struct hd_type_reader *r, CXType type, unsigned depth)
{
	CXString text = clang_getTypeSpelling(type);
	const char *spelling = clang_getCString(text);
	unsigned index = find_type(r->api, spelling);

	if (index == r->api->ntypes)
		index = add_type(r, type, spelling, depth);
	clang_disposeString(text);
	return index;
}

unsigned hd_read_type(const struct hd_type_reader *r, CXType type)
{
	return type_at(r, type, 0);
}
