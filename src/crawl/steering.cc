#include "crawl/steering.h"

#include <algorithm>

#include "crawl/scope_json.h"

namespace freshet::crawl {

std::string Steering::encode() const {
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

Result<Steering> Steering::decode(std::string_view text) {
  json::Reader reader;
  const auto value = reader.read(text);
  if (!value) return fail("the kept seeds cannot be read: " + value.error().message);
  Steering steering;
  steering.seeds = read_texts((*value)["seeds"]);
  steering.paused = (*value)["paused"].boolean().value_or(false);
  steering.requests_per_second = (*value)["requests_per_second"].number();
  if (!(*value)["scope"].is_absent()) steering.scope = read_scope((*value)["scope"]);
  return steering;
}

Result<Steering> kept_steering(const store::Store& store) {
  const auto fact = store.fact(kSteeringFact);
  if (!fact) return Unexpected(fact.error());
  if (!*fact) return Steering();
  return Steering::decode(**fact);
}

bool add_seed(Steering& steering, const url::Url& seed) {
  std::string text(seed.without_fragment());
  if (std::find(steering.seeds.begin(), steering.seeds.end(), text) != steering.seeds.end()) {
    return false;
  }
  steering.seeds.push_back(std::move(text));
  return true;
}

}  // namespace freshet::crawl
