#include "collection/run_control.h"

#include <algorithm>

#include "collection/scope_json.h"

namespace freshet::collection {

std::string RunControl::encode() const {
  std::string out;
  json::Writer w(out);
  w.begin_object();
  write_texts(w, "seeds", seeds);
  w.member("paused", paused);
  if (requests_per_second) w.member("requests_per_second", *requests_per_second);
  if (scope) {
    w.key("scope");
    write_scope(w, *scope);
  }
  w.end_object();
  return out;
}

Result<RunControl> RunControl::decode(std::string_view text) {
  json::Reader reader;
  const auto value = reader.read(text);
  if (!value) return fail("the stored seeds cannot be read: " + value.error().message);
  RunControl run_control;
  run_control.seeds = read_texts((*value)["seeds"]);
  run_control.paused = (*value)["paused"].boolean().value_or(false);
  run_control.requests_per_second = (*value)["requests_per_second"].number();
  if (!(*value)["scope"].is_absent()) run_control.scope = read_scope((*value)["scope"]);
  return run_control;
}

Result<RunControl> stored_run_control(const store::Store& store) {
  auto fact = store.fact(kRunControlFact);
  if (fact && !*fact) fact = store.fact(kFormerRunControlFact);
  if (!fact) return Unexpected(fact.error());
  if (!*fact) return RunControl();
  return RunControl::decode(**fact);
}

bool add_seed(RunControl& run_control, const url::Url& seed) {
  std::string text(seed.without_fragment());
  if (std::find(run_control.seeds.begin(), run_control.seeds.end(), text) !=
      run_control.seeds.end()) {
    return false;
  }
  run_control.seeds.push_back(std::move(text));
  return true;
}

}  // namespace freshet::collection
