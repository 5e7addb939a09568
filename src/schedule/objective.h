#pragma once

#include <string_view>

#include "result/result.h"
#include "schedule/value.h"

namespace freshet::schedule {

// "default", which is what a run serves; "freshness", "age", or several with their weights:
// "freshness,harmonic=0.3". Names are those of Objective; a name alone weighs 1, what is not named
// 0.
Result<Objective> objective_named(std::string_view text);

}  // namespace freshet::schedule
