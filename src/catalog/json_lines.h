#pragma once

#include <string>

#include "catalog/rows.h"
#include "catalog/target.h"

namespace freshet::catalog {

// Rows as JSON objects, each a line: docs/formats/catalog.md.
void append_line(const Community& community, std::string& out);
void append_line(const Domain& domain, std::string& out);
void append_line(const Site& site, std::string& out);
void append_line(const Page& page, std::string& out);
void append_line(const Meta& meta, std::string& out);

}  // namespace freshet::catalog
