#pragma once

#include "json/read.h"
#include "json/write.h"

namespace freshet::json {

// Writes a value that was read, with all that is in it. An absent value becomes null.
void copy(const Value& value, Writer& w);

}  // namespace freshet::json
