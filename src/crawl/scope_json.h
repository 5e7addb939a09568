#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "crawl/options.h"
#include "json/read.h"
#include "json/write.h"

namespace freshet::crawl {

std::string_view name_of(ScopeKind kind);  // "host"
std::optional<ScopeKind> scope_named(std::string_view name);

// {"kind","include","exclude","max_depth"}; what cannot be read is as nothing.
void write_scope(json::Writer& w, const ScopeOptions& scope);
ScopeOptions read_scope(const json::Value& value);

void write_texts(json::Writer& w, std::string_view name, const std::vector<std::string>& texts);
std::vector<std::string> read_texts(const json::Value& value);

}  // namespace freshet::crawl
