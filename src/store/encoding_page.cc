#include <bit>

#include "store/encoding.h"
#include "store/encoding_parts.h"

namespace freshet::store {
namespace {

// Bits that say which fields follow. A field with its default value is left out. The fields have
// the order of the bits.
namespace page_field {
enum : uint64_t {
  kDepth = 1 << 0,
  kFirstSeen = 1 << 1,
  kLastVisit = 1 << 2,
  kLastSuccess = 1 << 3,
  kLastChange = 1 << 4,
  kResult = 1 << 5,
  kHttpStatus = 1 << 6,
  kFailures = 1 << 7,
  kSize = 1 << 8,
  kEtag = 1 << 9,
  kLastModified = 1 << 10,
  kContent = 1 << 11,
  kSimhash = 1 << 12,
  kDuplicateOf = 1 << 13,
  kRedirectTo = 1 << 14,
  kArchived = 1 << 15,
  kTitle = 1 << 16,
  kHistory = 1 << 17,
  kImportance = 1 << 18,
  kRedirects = 1 << 19,
  kSitemap = 1 << 20,    // the bit is the value
  kNoindex = 1 << 21,    // likewise
  kTruncated = 1 << 22,  // likewise
  kListedOn = 1 << 23,
  kGoneSince = 1 << 24,
  kLeft = 1 << 25,
  kOwnModified = 1 << 26,    // since format 3
  kOwnPublished = 1 << 27,   // likewise
  kArchiveWriter = 1 << 28,  // since format 4
  kAll = (1 << 29) - 1,
};
}  // namespace page_field

uint64_t fields_of(const PageState& page) {
  uint64_t fields = 0;
  const auto note = [&](bool present, uint64_t field) { fields |= present ? field : 0; };
  using namespace page_field;
  note(page.depth != 0, kDepth);
  note(page.first_seen != Instant(), kFirstSeen);
  note(is_stored(page.last_visit), kLastVisit);
  note(is_stored(page.last_success), kLastSuccess);
  note(is_stored(page.last_change), kLastChange);
  note(page.result != VisitResult::kNever, kResult);
  note(page.http_status != 0, kHttpStatus);
  note(page.failures != 0, kFailures);
  note(page.size != 0, kSize);
  note(!page.etag.empty(), kEtag);
  note(!page.last_modified.empty(), kLastModified);
  note(page.content != digest::Digest256(), kContent);
  note(page.simhash != digest::Simhash64(), kSimhash);
  note(page.duplicate_of.has_value(), kDuplicateOf);
  note(!page.redirect_to.empty(), kRedirectTo);
  note(page.archived.file != 0 || page.archived.offset != 0, kArchived);
  note(!page.title.empty(), kTitle);
  note(!page.history.empty(), kHistory);
  note(page.redirects != 0, kRedirects);
  note(page.sitemap, kSitemap);
  note(page.noindex, kNoindex);
  note(page.truncated, kTruncated);
  note(page.listed_on.has_value(), kListedOn);
  note(is_stored(page.gone_since), kGoneSince);
  note(is_stored(page.left), kLeft);
  note(is_stored(page.own_modified), kOwnModified);
  note(is_stored(page.own_published), kOwnPublished);
  note(page.archived.writer != 0, kArchiveWriter);
  note(std::bit_cast<uint32_t>(page.importance) != 0, kImportance);
  return fields;
}

}  // namespace

void encode_page(const PageState& page, std::string& out_bytes) {
  using namespace page_field;
  const uint64_t fields = fields_of(page);
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  write_time(out, page.next_visit);
  out.varint(fields);
  out.text(page.url);
  if (fields & kDepth) out.varint(page.depth);
  if (fields & kFirstSeen) write_time(out, page.first_seen);
  if (fields & kLastVisit) write_time(out, *page.last_visit);
  if (fields & kLastSuccess) write_time(out, *page.last_success);
  if (fields & kLastChange) write_time(out, *page.last_change);
  if (fields & kResult) out.varint(static_cast<uint64_t>(page.result));
  if (fields & kHttpStatus) out.varint(page.http_status);
  if (fields & kFailures) out.varint(page.failures);
  if (fields & kSize) out.varint(page.size);
  if (fields & kEtag) out.text(page.etag);
  if (fields & kLastModified) out.text(page.last_modified);
  if (fields & kContent) write_digest(out, page.content);
  if (fields & kSimhash) out.big_endian(page.simhash.bits);
  if (fields & kDuplicateOf) write_key(out, *page.duplicate_of);
  if (fields & kRedirectTo) out.text(page.redirect_to);
  if (fields & kArchived) {
    out.varint(page.archived.file);
    out.varint(page.archived.offset);
  }
  if (fields & kTitle) out.text(page.title);
  if (fields & kHistory) out.text(page.history);
  if (fields & kImportance) out.big_endian_32(std::bit_cast<uint32_t>(page.importance));
  if (fields & kRedirects) out.varint(page.redirects);
  if (fields & kListedOn) write_key(out, *page.listed_on);
  if (fields & kGoneSince) write_time(out, *page.gone_since);
  if (fields & kLeft) write_time(out, *page.left);
  if (fields & kOwnModified) write_time(out, *page.own_modified);
  if (fields & kOwnPublished) write_time(out, *page.own_published);
  if (fields & kArchiveWriter) out.varint(page.archived.writer);
}

Result<PageState> decode_page(const PageKey& key, std::string_view bytes) {
  using namespace page_field;
  ByteReader in(bytes);
  expect_layout(in);
  PageState page{.key = key};
  page.next_visit = read_time(in);
  const uint64_t fields = in.varint_up_to(kAll);
  page.url = in.text();
  if (fields & kDepth) page.depth = read_number<uint16_t>(in);
  if (fields & kFirstSeen) page.first_seen = read_time(in);
  if (fields & kLastVisit) page.last_visit = read_time(in);
  if (fields & kLastSuccess) page.last_success = read_time(in);
  if (fields & kLastChange) page.last_change = read_time(in);
  if (fields & kResult) page.result = read_enum<VisitResult>(in, in.varint());
  if (fields & kHttpStatus) page.http_status = read_number<uint16_t>(in);
  if (fields & kFailures) page.failures = read_number<uint8_t>(in);
  if (fields & kSize) page.size = in.varint();
  if (fields & kEtag) page.etag = in.text();
  if (fields & kLastModified) page.last_modified = in.text();
  if (fields & kContent) page.content = read_digest(in);
  if (fields & kSimhash) page.simhash.bits = in.big_endian();
  if (fields & kDuplicateOf) page.duplicate_of = read_key(in);
  if (fields & kRedirectTo) page.redirect_to = in.text();
  if (fields & kArchived) {
    page.archived.file = read_number<uint32_t>(in);
    page.archived.offset = in.varint();
  }
  if (fields & kTitle) page.title = in.text();
  if (fields & kHistory) page.history = in.text();
  if (fields & kImportance) page.importance = std::bit_cast<float>(in.big_endian_32());
  if (fields & kRedirects) page.redirects = read_number<uint8_t>(in);
  if (fields & kListedOn) page.listed_on = read_key(in);
  if (fields & kGoneSince) page.gone_since = read_time(in);
  if (fields & kLeft) page.left = read_time(in);
  if (fields & kOwnModified) page.own_modified = read_time(in);
  if (fields & kOwnPublished) page.own_published = read_time(in);
  if (fields & kArchiveWriter) page.archived.writer = read_number<uint16_t>(in);
  page.sitemap = (fields & kSitemap) != 0;
  page.noindex = (fields & kNoindex) != 0;
  page.truncated = (fields & kTruncated) != 0;
  // A state has only one encoding: it is an error if a field with its default value is present.
  if (!read_whole(in) || fields != fields_of(page)) return fail("not the state of a page");
  return page;
}

Result<Instant> decode_next_visit(std::string_view bytes) {
  ByteReader in(bytes);
  expect_layout(in);
  const Instant next_visit = read_time(in);
  if (in.failed()) return fail("not the state of a page");
  return next_visit;
}

}  // namespace freshet::store
