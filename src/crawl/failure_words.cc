#include "crawl/failure_words.h"

#include <string_view>

namespace freshet::crawl {
namespace {

std::string after_colon(std::string_view words, const std::string& detail) {
  return std::string(words) + (detail.empty() ? "" : ": " + detail);
}

struct Words {
  std::string operator()(const fetch::Reply& reply) const {
    return "the server answers with status " + std::to_string(reply.status) +
           (reply.body_truncated ? ", and the body is cut off" : "");
  }
  std::string operator()(const fetch::NoAddress& /*failure*/) const {
    return "the host name cannot be resolved (NXDOMAIN, or no address); check the spelling";
  }
  std::string operator()(const fetch::AddressRefused& refused) const {
    return "the address " + refused.address.text() + " is private; --allow-private permits it";
  }
  std::string operator()(const fetch::ConnectFailed& failure) const {
    return after_colon("no connection", failure.detail);
  }
  std::string operator()(const fetch::TlsFailed& failure) const {
    return after_colon("TLS failed", failure.detail) +
           "; see the settings net.ca_file and net.insecure_tls";
  }
  std::string operator()(const fetch::TimedOut& failure) const {
    switch (failure.stage) {
      case fetch::TimedOut::Stage::kResolve:
        return "the name servers did not answer, or could not say where the host is";
      case fetch::TimedOut::Stage::kConnect: return "the connection timed out";
      case fetch::TimedOut::Stage::kReply: return "the server did not answer in time";
      case fetch::TimedOut::Stage::kIdle: return "the server stopped sending";
      case fetch::TimedOut::Stage::kTotal: return "the answer took too long";
    }
    return "timed out";
  }
  std::string operator()(const fetch::ConnectionLost& failure) const {
    return after_colon("the connection broke off", failure.detail);
  }
  std::string operator()(const fetch::BadReply& failure) const {
    return after_colon("the reply is not HTTP as it should be", failure.detail);
  }
  std::string operator()(const fetch::Cancelled& /*failure*/) const { return "cancelled"; }
};

}  // namespace

std::string failure_words(const fetch::Outcome& outcome) {
  return std::visit(Words(), outcome);
}

std::string robots_failure_words(const fetch::Outcome& outcome) {
  const auto* reply = std::get_if<fetch::Reply>(&outcome);
  if (reply == nullptr) return failure_words(outcome);
  if (reply->status == 200) return "robots.txt was cut off, so nothing may be fetched";
  return "robots.txt is answered with status " + std::to_string(reply->status) +
         ", so nothing may be fetched (RFC 9309)";
}

}  // namespace freshet::crawl
