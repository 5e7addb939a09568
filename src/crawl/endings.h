#pragma once

namespace freshet::crawl {

// Reasons why a crawl ends.
inline constexpr char kAllCollected[] = "everything in scope is collected";
inline constexpr char kFenced[] = "another agent has taken over shards of this one";
inline constexpr char kStopped[] = "stopped";  // by a command or signal

}  // namespace freshet::crawl
