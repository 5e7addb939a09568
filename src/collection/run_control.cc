#include "collection/run_control.h"

#include <algorithm>

#include "collection/scope_json.h"
#include "url/site.h"

namespace freshet::collection {

std::string RunControl::encode() const {
  std::string out;
  json::Writer w(out);
  w.begin_object();
  w.member("seeds", seeds);
  w.member("paused", paused);
  if (requests_per_second) w.member("requests_per_second", *requests_per_second);
  if (scope) {
    w.key("scope");
    write_scope(w, *scope);
  }
  if (!not_aliases.empty()) w.member("not_aliases", not_aliases);
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
  run_control.not_aliases = read_texts((*value)["not_aliases"]);
  return run_control;
}

Result<RunControl> stored_run_control(const store::Store& store) {
  auto fact = store.fact(kRunControlFact);
  if (fact && !*fact) fact = store.fact(kFormerRunControlFact);
  if (!fact) return Unexpected(fact.error());
  if (!*fact) return RunControl();
  return RunControl::decode(**fact);
}

namespace {

Result<std::string> site_named(std::string_view text) {
  const auto url = url::parse(text);
  const auto site = url && url->is_web() ? url::Site::of(*url) : std::nullopt;
  if (!site) {
    return fail("\"" + std::string(text) +
                "\" is not a site: name it with its scheme, as in http://www.example.com");
  }
  return site->text();
}

}  // namespace

Result<std::string> exclude_alias(RunControl& run_control, std::string_view text) {
  auto site = site_named(text);
  if (!site) return site;
  auto& all = run_control.not_aliases;
  if (std::find(all.begin(), all.end(), *site) == all.end()) all.push_back(*site);
  return site;
}

Result<std::string> allow_alias(RunControl& run_control, std::string_view text) {
  auto site = site_named(text);
  if (!site) return site;
  if (std::erase(run_control.not_aliases, *site) == 0) {
    return fail(*site + " is not excluded; it is taken for an alias if visits show that it is one");
  }
  return site;
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
