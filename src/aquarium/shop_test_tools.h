#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "aquarium/answer.h"
#include "aquarium/truth_endpoint.h"
#include "aquarium/world.h"

// What the tests of shops have in common.
namespace freshet::aquarium {

// Monday, 12 January 2026, 06:40 UTC.
inline constexpr Instant kShopStart = Instant::from_unix_seconds(1'768'200'000);

inline WorldOptions small_shop(uint32_t items = 200) {
  WorldOptions options = *profile("shop");
  options.hosts = 3;
  options.pages_per_host = items;
  return options;
}

struct ShopRequest {
  std::string target;
  uint32_t host = 0;
  uint64_t nonce = 1;
};
inline Reply request_shop(const World& world, const ShopRequest& sent, Instant now) {
  Request request;
  request.method = "GET";
  request.target = sent.target;
  Reply reply;
  answer(world, sent.host, request, {now, sent.nonce}, reply);
  return reply;
}

inline Reply request_truth(const World& world, const std::string& target, Instant now) {
  const RequestLog log(1);
  Request request;
  request.method = "GET";
  request.target = target;
  Reply reply;
  answer_truth(world, log, request, now, reply);
  return reply;
}

// The texts between `before` and `after` in the body, in order.
inline std::vector<std::string> between(std::string_view body, std::string_view before,
                                        std::string_view after) {
  std::vector<std::string> found;
  for (size_t at = 0; (at = body.find(before, at)) != std::string_view::npos;) {
    at += before.size();
    const size_t end = body.find(after, at);
    if (end == std::string_view::npos) break;
    found.emplace_back(body.substr(at, end - at));
  }
  return found;
}

}  // namespace freshet::aquarium
