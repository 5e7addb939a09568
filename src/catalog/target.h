#pragma once

#include <map>
#include <string>

#include "catalog/writer.h"

namespace freshet::catalog {

using Meta = std::map<std::string, std::string>;

// What to do with a target that has this meta: one of another schema or other words is made anew.
// `name` is for the message.
Result<Held> judge_target(const Meta& meta, const Loading& loading, const std::string& name);

Meta meta_of(const Loading& loading, const Closing& closing);

}  // namespace freshet::catalog
