#include "crawl/outcome_event.h"

#include "result/check.h"

namespace freshet::crawl {
namespace {

using collection::Event;

struct EventOfOutcome {
  Event operator()(const fetch::Reply&) const {
    FRESHET_CHECK(false, "a reply is counted by its result");
    return Event::kUnreachable;
  }
  Event operator()(const fetch::NoAddress&) const { return Event::kNoAddress; }
  Event operator()(const fetch::AddressRefused&) const { return Event::kAddressRefused; }
  Event operator()(const fetch::ConnectFailed&) const { return Event::kConnectFailed; }
  Event operator()(const fetch::TlsFailed&) const { return Event::kTlsFailed; }
  Event operator()(const fetch::TimedOut&) const { return Event::kTimedOut; }
  Event operator()(const fetch::ConnectionLost&) const { return Event::kConnectionLost; }
  Event operator()(const fetch::BadReply&) const { return Event::kBadReply; }
  Event operator()(const fetch::Cancelled&) const { return Event::kCancelled; }
};

}  // namespace

collection::Event event_of(const fetch::Outcome& outcome) {
  return std::visit(EventOfOutcome(), outcome);
}

}  // namespace freshet::crawl
