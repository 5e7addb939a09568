#pragma once

#include <memory>
#include <string>

#include "schedule/registry.h"

namespace freshet::simulate {

// A policy for tests. It never visits a page a second time.
class IdlePolicy final : public schedule::Policy {
 public:
  void add(schedule::Page, const schedule::PageFacts&, Instant) override {}
  std::optional<schedule::Page> next(Instant) override { return std::nullopt; }
  Instant wake() const override { return Instant::from_unix_seconds(4'000'000'000); }
  void visited(schedule::Page, const schedule::Seen&, Instant) override {}
  void removed(schedule::Page, Instant) override {}
  std::string explain(schedule::Page, Instant) const override { return "never visited again"; }
};

inline const schedule::PolicyEntry kIdlePolicy{
    "idle", "no visit but the first",
    [](const schedule::PolicyContext&) -> std::unique_ptr<schedule::Policy> {
      return std::make_unique<IdlePolicy>();
    }};

}  // namespace freshet::simulate
