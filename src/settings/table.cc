#include "settings/table.h"

#include <concepts>
#include <optional>
#include <type_traits>

namespace freshet::settings {
namespace {

constexpr double kKiB = 1024;
constexpr double kMiB = 1024 * kKiB;
constexpr double kGiB = 1024 * kMiB;

template <typename T>
concept DurationLike = requires(T duration) {
  { T::microseconds(int64_t{}) } -> std::same_as<T>;
  { duration.in_microseconds() } -> std::same_as<int64_t>;
};

template <typename T>
Value to_value(const T& member) {
  if constexpr (DurationLike<T>)
    return member.in_microseconds();
  else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    return static_cast<int64_t>(member);
  else
    return member;
}

template <typename T>
Value to_value(const std::optional<T>& member) {
  return member ? to_value(*member) : Value();
}

template <typename T>
void assign(T& member, Value value) {
  if constexpr (DurationLike<T>)
    member = T::microseconds(std::get<int64_t>(value));
  else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    member = static_cast<T>(std::get<int64_t>(value));
  else
    member = std::get<T>(std::move(value));
}

template <typename T>
void assign(std::optional<T>& member, Value value) {
  assign(member.emplace(), std::move(value));
}

// Joins the description of a key with the member that holds it.
template <typename Group, typename T>
Key in(Group Settings::*group, T Group::*member, Key key) {
  key.get = [=](const Settings& settings) { return to_value(settings.*group.*member); };
  key.set = [=](Settings& settings, Value value) {
    assign(settings.*group.*member, std::move(value));
  };
  return key;
}

using S = Settings;

}  // namespace

const std::vector<Key>& table() {
  static const std::vector<Key> kTable = {
      in(&S::agent, &S::Agent::name,
         {.name = "agent.name",
          .help = "product token by which robots.txt addresses the crawler",
          .characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-",
          .characters_named = "letters, '_' and '-'"}),
      in(&S::canonical, &S::Canonical::session_parameters,
         {.name = "canonical.session_parameters",
          .help = "session ids, removed from path and query; 'name*' for any ending",
          .type = Type::kStrings}),
      in(&S::canonical, &S::Canonical::tracking_parameters,
         {.name = "canonical.tracking_parameters",
          .help = "tracking parameters, removed from the query; 'name*' for any ending",
          .type = Type::kStrings}),
      in(&S::canonical, &S::Canonical::sort_query,
         {.name = "canonical.sort_query",
          .help = "sort the parameters of the query, for sites where their order means nothing",
          .type = Type::kBool}),
      in(&S::robots, &S::Robots::max_bytes,
         {.name = "robots.max_bytes",
          .help = "bytes of a robots.txt that are read; what follows is ignored",
          .type = Type::kBytes,
          .range = {500 * kKiB, kGiB}}),
      in(&S::page, &S::Page::max_links,
         {.name = "page.max_links",
          .help = "links taken from one page",
          .type = Type::kInteger,
          .unit = "links",
          .range = {1, 10'000'000}}),
      in(&S::page, &S::Page::max_text_bytes,
         {.name = "page.max_text_bytes",
          .help = "bytes of visible text kept of one page",
          .type = Type::kBytes,
          .range = {0, kGiB}}),
      in(&S::page, &S::Page::form_links,
         {.name = "page.form_links",
          .help = "take the addresses of forms that are sent by GET for links",
          .type = Type::kBool}),
      in(&S::sitemap, &S::Sitemap::max_bytes,
         {.name = "sitemap.max_bytes",
          .help = "bytes of a sitemap that are read, after decompression",
          .type = Type::kBytes,
          .range = {kKiB, 4 * kGiB}}),
      in(&S::sitemap, &S::Sitemap::max_urls,
         {.name = "sitemap.max_urls",
          .help = "entries taken from one sitemap",
          .type = Type::kInteger,
          .unit = "entries",
          .range = {1, 10'000'000}}),
      in(&S::log, &S::Log::level,
         {.name = "log.level",
          .help = "the least important messages that are logged",
          .words = {"debug", "info", "warning", "error"}}),
      in(&S::log, &S::Log::json,
         {.name = "log.json",
          .help = "log as JSON lines; auto: unless standard error is a terminal",
          .words = {"auto", "always", "never"}}),
  };
  return kTable;
}

}  // namespace freshet::settings
