#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalog/writer.h"

namespace freshet::catalog {

// The rows of the table `meta`, by key.
using Meta = std::map<std::string, std::string>;

// Decides whether a target that has this meta is updated or rebuilt. It is rebuilt if its schema,
// its version of the words or its collection differ. Returns an error if it holds another
// collection that must not be replaced; `name` is the target's name in the message.
Result<TargetState> check_target(const Meta& meta, const WriteOptions& options,
                                 const std::string& name);

// The names of the tables of items that a target with this meta has.
std::vector<std::string> item_tables_of(const Meta& meta);

// The rows of `meta` to write at the end of a conversion.
Meta meta_of(const WriteOptions& options, const ConversionRecord& record);

}  // namespace freshet::catalog
