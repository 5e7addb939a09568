#include "crawl/packing.h"

#include <string>

namespace freshet::crawl {

warc::PackedVisit pack(warc::VisitWriter& writer, const fetch::Reply& reply,
                       const VisitFacts& facts) {
  const std::string address = reply.address ? reply.address->text() : "";
  const std::string hops = std::to_string(facts.depth);
  return writer.pack({.url = facts.url,
                      .date = facts.at,
                      .request_head = reply.request_head,
                      .reply_head = reply.reply_head,
                      .body = reply.body,
                      .truncated = reply.body_truncated,
                      .address = address,
                      .protocol = reply.protocol,
                      .metadata = {{"hops-from-seed", hops}},
                      .payload_digest = facts.payload_digest,
                      .original = facts.original});
}

}  // namespace freshet::crawl
