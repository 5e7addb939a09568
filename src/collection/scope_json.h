#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "collection/options.h"
#include "json/read.h"
#include "json/write.h"

namespace freshet::collection {

std::string_view name_of(ScopeKind kind);  // "host"
std::optional<ScopeKind> scope_named(std::string_view name);

// Format: {"kind","include","exclude","max_depth","any_port","recipes"}. Values that cannot be read
// are ignored.
void write_scope(json::Writer& w, const ScopeOptions& scope);
ScopeOptions read_scope(const json::Value& value);

std::vector<std::string> read_texts(const json::Value& value);

}  // namespace freshet::collection
