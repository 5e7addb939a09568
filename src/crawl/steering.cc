#include "crawl/steering.h"

#include <algorithm>
#include <array>

#include "json/read.h"
#include "json/write.h"

namespace freshet::crawl {
namespace {

constexpr std::array<std::pair<ScopeKind, std::string_view>, 5> kScopes = {
    {{ScopeKind::kPage, "page"},
     {ScopeKind::kPrefix, "prefix"},
     {ScopeKind::kHost, "host"},
     {ScopeKind::kDomain, "domain"},
     {ScopeKind::kAny, "any"}}};

void write_list(json::Writer& w, std::string_view name, const std::vector<std::string>& list) {
  w.key(name).begin_array();
  for (const std::string& one : list) w.value(one);
  w.end_array();
}

std::vector<std::string> read_list(const json::Value& value) {
  std::vector<std::string> list;
  for (const json::Value& one : value.elements()) {
    if (const auto text = one.string()) list.emplace_back(*text);
  }
  return list;
}

ScopeOptions read_scope(const json::Value& value) {
  ScopeOptions scope;
  scope.kind = scope_named(value["kind"].string().value_or("")).value_or(scope.kind);
  scope.include = read_list(value["include"]);
  scope.exclude = read_list(value["exclude"]);
  if (const auto depth = value["max_depth"].integer()) {
    scope.max_depth = static_cast<uint16_t>(std::clamp<int64_t>(*depth, 0, UINT16_MAX));
  }
  return scope;
}

}  // namespace

std::string_view name_of(ScopeKind kind) {
  for (const auto& [known, name] : kScopes) {
    if (known == kind) return name;
  }
  return "";
}

std::optional<ScopeKind> scope_named(std::string_view name) {
  for (const auto& [kind, known] : kScopes) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::string Steering::encode() const {
  std::string out;
  json::Writer w(out);
  w.begin_object();
  write_list(w, "seeds", seeds);
  w.member("paused", paused);
  if (requests_per_second) w.member("requests_per_second", *requests_per_second);
  if (scope) {
    w.key("scope").begin_object().member("kind", name_of(scope->kind));
    write_list(w, "include", scope->include);
    write_list(w, "exclude", scope->exclude);
    if (scope->max_depth) w.member("max_depth", *scope->max_depth);
    w.end_object();
  }
  w.end_object();
  return out;
}

Result<Steering> Steering::decode(std::string_view text) {
  json::Reader reader;
  const auto value = reader.read(text);
  if (!value) return fail("the kept seeds cannot be read: " + value.error().message);
  Steering steering;
  steering.seeds = read_list((*value)["seeds"]);
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
