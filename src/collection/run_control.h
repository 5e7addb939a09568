#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/options.h"
#include "result/result.h"
#include "store/store.h"
#include "url/url.h"

namespace freshet::collection {

// The settings of a run that a user has made. They are stored with the collection: a run without
// seeds continues with these.
struct RunControl {
  std::vector<std::string> seeds;
  bool paused = false;
  std::optional<double> requests_per_second;
  std::optional<ScopeOptions> scope;
  std::vector<std::string> not_aliases;  // sites that are never to be taken for aliases

  // JSON: {"seeds","paused","requests_per_second","scope":{"kind","include","exclude","max_depth"},
  // "not_aliases"}
  std::string encode() const;
  static Result<RunControl> decode(std::string_view text);
};

// The name of the fact. Facts under the former name are read if there is none under this one.
inline constexpr char kRunControlFact[] = "run_control";
inline constexpr char kFormerRunControlFact[] = "steering";

// Returns the stored run control; empty for a new collection.
Result<RunControl> stored_run_control(const store::Store& store);

// Returns true if the seed is new.
bool add_seed(RunControl& run_control, const url::Url& seed);

// Adds or removes a site that is never to be taken for an alias: "http://www.example.com", with or
// without a path. Returns the text of the site, or an error if it is none.
Result<std::string> exclude_alias(RunControl& run_control, std::string_view site);
Result<std::string> allow_alias(RunControl& run_control, std::string_view site);

}  // namespace freshet::collection
