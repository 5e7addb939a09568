#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/options.h"
#include "result/result.h"
#include "store/store.h"
#include "url/url.h"

namespace freshet::crawl {

// What a person has laid down for a collection, kept with it: a run without seeds goes on with
// these.
struct Steering {
  std::vector<std::string> seeds;
  bool paused = false;
  std::optional<double> requests_per_second;
  std::optional<ScopeOptions> scope;

  // JSON: {"seeds","paused","requests_per_second","scope":{"kind","include","exclude","max_depth"}}
  std::string encode() const;
  static Result<Steering> decode(std::string_view text);
};

inline constexpr char kSteeringFact[] = "steering";

// As it was left; empty for a new collection.
Result<Steering> kept_steering(const store::Store& store);

// True if it was not among them.
bool add_seed(Steering& steering, const url::Url& seed);

}  // namespace freshet::crawl
