#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "aquarium/kinds.h"

// The names of the kinds at the truth endpoint and in docs/formats/aquarium.md, in the order of the
// enumerators.
namespace freshet::aquarium {

template <typename Kind>
struct Names;
template <>
struct Names<ChangeKind> {
  static constexpr std::array<std::string_view, 5> kAll = {"poisson", "office-hours", "nightly",
                                                           "bursts", "never"};
};
template <>
struct Names<ValidatorKind> {
  static constexpr std::array<std::string_view, 5> kAll = {"honest", "absent", "weak", "frozen",
                                                           "restless"};
};
template <>
struct Names<RobotsKind> {
  static constexpr std::array<std::string_view, 10> kAll = {
      "rules", "missing", "forbidden", "server-error",  "too-many",
      "slow",  "huge",    "redirect",  "redirect-loop", "html"};
};
template <>
struct Names<SitemapKind> {
  static constexpr std::array<std::string_view, 4> kAll = {"none", "plain", "index", "gzip"};
};
template <>
struct Names<LastmodKind> {
  static constexpr std::array<std::string_view, 4> kAll = {"honest", "lying", "absent", "frozen"};
};
template <>
struct Names<HostFault> {
  static constexpr std::array<std::string_view, 4> kAll = {"none", "busy-429", "busy-503",
                                                           "outage"};
};
template <>
struct Names<Writing> {
  static constexpr std::array<std::string_view, 5> kAll = {
      "english", "korean", "korean-euc-kr", "french-windows-1252", "japanese-shift_jis"};
};
template <>
struct Names<PageKind> {
  static constexpr std::array<std::string_view, 23> kAll = {"ordinary",
                                                            "private",
                                                            "noindex",
                                                            "nofollow",
                                                            "noindex-header",
                                                            "huge",
                                                            "broken",
                                                            "wrong-charset",
                                                            "missing",
                                                            "gone",
                                                            "soft-404",
                                                            "moved-301",
                                                            "found-302",
                                                            "temporary-307",
                                                            "permanent-308",
                                                            "redirect-chain",
                                                            "redirect-loop",
                                                            "redirect-private",
                                                            "truncated",
                                                            "endless",
                                                            "reset",
                                                            "empty",
                                                            "slow"};
};
template <>
struct Names<Place> {
  static constexpr std::array<std::string_view, 6> kAll = {
      "sessions", "calendar", "maze", "near-duplicates", "odd-links", "soft-404"};
};
template <>
struct Names<Expectation> {
  static constexpr std::array<std::string_view, 9> kAll = {"collect",   "redirect", "missing",
                                                           "gone",      "soft-404", "forbidden",
                                                           "held-back", "cut",      "fail"};
};

template <typename Kind>
constexpr size_t count_of() {
  return Names<Kind>::kAll.size();
}
template <typename Kind>
constexpr std::string_view name(Kind kind) {
  return Names<Kind>::kAll[static_cast<size_t>(kind)];
}

}  // namespace freshet::aquarium
