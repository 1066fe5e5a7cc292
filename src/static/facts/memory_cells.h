/* SPDX-License-Identifier: Apache-2.0
 *
 * Which pointers may point to the same memory, by unification: a node stands for the objects that some
 * pointer may point to, a cell is a node and an offset in bytes. Two cells that one pointer may hold become
 * one, and what is stored in them becomes one as well; so the time is nearly linear in the number of
 * constraints.
 *
 * Offsets are kept apart, so the fields of a structure are. Elements of an array are not: an array is a range
 * of offsets with a stride, and an offset in the range counts modulo the stride. Where the range is not
 * known, it is the whole node. */
#pragma once

#include "static/facts/node.h"

struct hd_cells {
	struct hd_node *nodes;
	struct hd_object *objects;
	struct hd_cell *pending; /* pairs that are to become one */
	size_t nnodes, nodes_cap, nobjects, objects_cap, npending, pending_cap;
	uint64_t work;	  /* steps that were taken: the time that it took, on any machine */
	uint64_t changes; /* counts what was unified: the same twice means that nothing happened in between */
};

void hd_cells_term(struct hd_cells *c);

/* A new node, which stands for no object yet. */
struct hd_cell hd_cells_fresh(struct hd_cells *c);
/* The first byte of a new object. */
struct hd_cell hd_cells_object(struct hd_cells *c, enum hd_object_kind kind, uint32_t what);

/* The node that a cell is in now, and where in it. */
struct hd_cell hd_cells_find(struct hd_cells *c, struct hd_cell cell);
/* One pointer may hold both. */
void hd_cells_unify(struct hd_cells *c, struct hd_cell a, struct hd_cell b);
/* What is stored in the cell; a fresh one if nothing is known yet. */
struct hd_cell hd_cells_load(struct hd_cells *c, struct hd_cell at);
/* What is stored in one may be what is stored in the other: the memory was copied, not the pointer. `size`
 * bytes, 0: not known how many. */
void hd_cells_copy(struct hd_cells *c, struct hd_cell to, struct hd_cell from, uint64_t size);

/* An array of `count` elements of `stride` bytes begins here; 0 elements: it is not known how many. */
void hd_cells_array(struct hd_cells *c, struct hd_cell at, uint64_t count, uint64_t stride);
/* The pointer is moved by any number of elements: inside of the array that is known there, or anywhere. */
void hd_cells_move(struct hd_cells *c, struct hd_cell at, uint64_t stride);

/* Mark what can be reached from the cell. */
void hd_cells_escape(struct hd_cells *c, struct hd_cell from);
bool hd_cells_escaped(struct hd_cells *c, struct hd_cell cell);

/* The offset is that of one place in each object of the node, and not of elements of an array. */
bool hd_cells_exact(struct hd_cells *c, struct hd_cell cell);
/* The only object of the cell's node; NULL: there is none, or there are several. */
const struct hd_object *hd_cells_only(struct hd_cells *c, struct hd_cell cell);
/* Walk over the objects of a node: begin with UINT32_MAX; UINT32_MAX at the end. */
uint32_t hd_cells_next(struct hd_cells *c, struct hd_cell cell, uint32_t object);
