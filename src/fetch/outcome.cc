#include "fetch/outcome.h"

namespace freshet::fetch {
namespace {

struct Names {
  std::string_view operator()(const Reply&) const { return "reply"; }
  std::string_view operator()(const NoAddress&) const { return "no_address"; }
  std::string_view operator()(const AddressRefused&) const { return "address_refused"; }
  std::string_view operator()(const ConnectFailed&) const { return "connect_failed"; }
  std::string_view operator()(const TlsFailed&) const { return "tls_failed"; }
  std::string_view operator()(const TimedOut&) const { return "timed_out"; }
  std::string_view operator()(const ConnectionLost&) const { return "connection_lost"; }
  std::string_view operator()(const BadReply&) const { return "bad_reply"; }
  std::string_view operator()(const Cancelled&) const { return "cancelled"; }
};

}  // namespace

std::string_view name(const Outcome& outcome) {
  return std::visit(Names(), outcome);
}

}  // namespace freshet::fetch
