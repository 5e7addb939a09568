#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"

namespace freshet::collection {

// Why a page or a site is not requested now.
struct Obstacle {
  enum class Kind : uint8_t {
    kNone,
    kNotRunning,
    kPaused,
    kScope,
    kTrap,
    kRobots,             // robots.txt disallows it
    kRobotsUnavailable,  // robots.txt could not be fetched
    kAddress,            // the host has no address, or none that may be used
    kBackOff,            // after failures, Retry-After or a wall
    kPoliteness,         // the delay between two requests to a host
    kUnderWay,
    kGain,  // a visit has too little value
    kBudget,
    kOrder,  // other pages are before it in the order
    kGone,
    kNofollow,
    kSiteBudget,
    kRedirects,
    kBadPort,
    kAlias,  // its site is an alias of another
  };
  static constexpr Kind kLastKind = Kind::kAlias;

  Kind kind = Kind::kNone;
  std::string words;
  std::optional<Instant> until;  // never(): only a user can change it
};

std::string_view name_of(Obstacle::Kind kind);  // "back_off"

}  // namespace freshet::collection
