#pragma once

#include <string>

#include "catalog/item.h"
#include "catalog/rows.h"
#include "catalog/target.h"

namespace freshet::catalog {

// Append a row as a JSON object on a line of its own: docs/formats/catalog.md.
void append_line(const Community& community, std::string& out);
void append_line(const Domain& domain, std::string& out);
void append_line(const Site& site, std::string& out);
void append_line(const Page& page, std::string& out);
void append_line(const Meta& meta, std::string& out);

// Appends a line for an item, and one for each of its records.
void append_lines(const Item& item, const extract::ItemTables& tables, std::string& out);

}  // namespace freshet::catalog
