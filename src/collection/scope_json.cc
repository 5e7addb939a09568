#include "collection/scope_json.h"

#include <algorithm>
#include <array>

namespace freshet::collection {
namespace {

constexpr std::array<std::pair<ScopeKind, std::string_view>, 5> kScopes = {
    {{ScopeKind::kPage, "page"},
     {ScopeKind::kPrefix, "prefix"},
     {ScopeKind::kHost, "host"},
     {ScopeKind::kDomain, "domain"},
     {ScopeKind::kAny, "any"}}};

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

std::vector<std::string> read_texts(const json::Value& value) {
  std::vector<std::string> texts;
  for (const json::Value& one : value.elements()) {
    if (const auto text = one.string()) texts.emplace_back(*text);
  }
  return texts;
}

void write_scope(json::Writer& w, const ScopeOptions& scope) {
  w.begin_object().member("kind", name_of(scope.kind));
  w.member("include", scope.include);
  w.member("exclude", scope.exclude);
  if (scope.max_depth) w.member("max_depth", *scope.max_depth);
  if (scope.any_port) w.member("any_port", true);
  if (!scope.recipes.empty()) w.member("recipes", scope.recipes);
  w.end_object();
}

ScopeOptions read_scope(const json::Value& value) {
  ScopeOptions scope;
  scope.kind = scope_named(value["kind"].string().value_or("")).value_or(scope.kind);
  scope.include = read_texts(value["include"]);
  scope.exclude = read_texts(value["exclude"]);
  scope.recipes = read_texts(value["recipes"]);
  scope.any_port = value["any_port"].boolean().value_or(false);
  if (const auto depth = value["max_depth"].integer()) {
    scope.max_depth = static_cast<uint16_t>(std::clamp<int64_t>(*depth, 0, UINT16_MAX));
  }
  return scope;
}

}  // namespace freshet::collection
