#include "crawl/packing.h"

#include <string>
#include <utility>
#include <vector>

namespace freshet::crawl {

warc::PackedVisit pack(warc::VisitWriter& writer, const fetch::Reply& reply,
                       const VisitFacts& facts) {
  const std::string address = reply.address ? reply.address->text() : "";
  const std::string hops = std::to_string(facts.depth);
  std::vector<std::pair<std::string_view, std::string_view>> metadata = {{kHopsNote, hops}};
  if (facts.sitemap) metadata.emplace_back(kFoundAsNote, kSitemapNote);
  if (facts.rules) metadata.emplace_back(kFoundAsNote, kRulesNote);
  return writer.pack({.url = facts.url,
                      .date = facts.at,
                      .request_head = reply.request_head,
                      .reply_head = reply.reply_head,
                      .body = reply.body,
                      .truncated = reply.body_truncated,
                      .address = address,
                      .protocol = reply.protocol,
                      .metadata = std::move(metadata),
                      .payload_digest = facts.payload_digest,
                      .original = facts.original});
}

void note_verdict(warc::VisitWriter& writer, warc::PackedVisit& visit, std::string_view verdict) {
  writer.add_metadata(visit, kVerdictNote, verdict);
}

}  // namespace freshet::crawl
