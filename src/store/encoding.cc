#include "store/encoding.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "store/bytes.h"

namespace freshet::store {
namespace {

// The first byte of every value. A new layout gets a new number and its own reader.
constexpr uint8_t kLayout = 1;
constexpr uint8_t kLayoutWithPlace = 2;  // of an Original, since format 2

// Which fields follow; one that has its default value takes no room. The order of the bits is the
// order of the fields.
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
  kOwnModified = 1 << 26,   // since format 3
  kOwnPublished = 1 << 27,  // likewise
  kAll = (1 << 28) - 1,
};
}  // namespace page_field

// The payload of an original: what its archived body's digest is.
enum class Payload : uint8_t {
  kNone = 0,
  kIsContent = 1,  // it came without a coding: the content's own digest
  kFollows = 2,
};

// Of one target in a page's links: two bits, four targets a byte, the first in the lowest.
constexpr unsigned kNofollow = 1 << 0;
constexpr unsigned kOtherSite = 1 << 1;
constexpr size_t kTargetsPerByte = 4;
constexpr int kBitsPerTarget = 2;

// Flags of an unadmitted URL.
constexpr unsigned kIsSitemap = 1 << 0;
constexpr unsigned kHasPage = 1 << 1;  // the page that it was found on follows

constexpr uint64_t kMaxResult = static_cast<uint64_t>(VisitResult::kBrokenOff);

uint64_t fields_of(const PageState& page) {
  uint64_t fields = 0;
  const auto note = [&](bool present, uint64_t field) { fields |= present ? field : 0; };
  using namespace page_field;
  note(page.depth != 0, kDepth);
  note(page.first_seen != Instant(), kFirstSeen);
  note(page.last_visit != Instant(), kLastVisit);
  note(page.last_success != Instant(), kLastSuccess);
  note(page.last_change != Instant(), kLastChange);
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
  note(page.archived != ArchivePosition(), kArchived);
  note(!page.title.empty(), kTitle);
  note(!page.history.empty(), kHistory);
  note(page.redirects != 0, kRedirects);
  note(page.sitemap, kSitemap);
  note(page.noindex, kNoindex);
  note(page.truncated, kTruncated);
  note(page.listed_on.has_value(), kListedOn);
  note(page.gone_since != Instant(), kGoneSince);
  note(page.left != Instant(), kLeft);
  note(page.own_modified != Instant(), kOwnModified);
  note(page.own_published != Instant(), kOwnPublished);
  note(std::bit_cast<uint32_t>(page.importance) != 0, kImportance);
  return fields;
}

void write_time(ByteWriter& out, Instant time) {
  out.signed_varint(time.unix_microseconds());
}

Instant read_time(ByteReader& in) {
  return Instant::from_unix_microseconds(in.signed_varint());
}

void write_key(ByteWriter& out, const PageKey& key) {
  out.big_endian(key.site.value);
  out.big_endian(key.page.value);
}

PageKey read_key(ByteReader& in) {
  const SiteId site{in.big_endian()};
  return {.site = site, .page = {in.big_endian()}};
}

void write_digest(ByteWriter& out, const digest::Digest256& digest) {
  out.raw({reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()});
}

digest::Digest256 read_digest(ByteReader& in) {
  digest::Digest256 digest;
  const std::string_view bytes = in.raw(digest.bytes.size());
  std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
  return digest;
}

template <typename Number>
Number read_number(ByteReader& in) {
  return static_cast<Number>(in.varint_up_to(std::numeric_limits<Number>::max()));
}

void expect_layout(ByteReader& in) {
  if (in.byte() != kLayout) in.fail();
}

// Layout, reason and depth of an unadmitted URL, which come first.
void read_reason(ByteReader& in, UnadmittedUrl& url) {
  expect_layout(in);
  const uint8_t reason = in.byte();
  if (reason < 1 || reason > static_cast<uint8_t>(UnadmittedReason::kBadPort)) in.fail();
  url.reason = static_cast<UnadmittedReason>(reason);
  url.depth = read_number<uint16_t>(in);
}

bool read_whole(const ByteReader& in) {
  return !in.failed() && in.left() == 0;
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
  if (fields & kLastVisit) write_time(out, page.last_visit);
  if (fields & kLastSuccess) write_time(out, page.last_success);
  if (fields & kLastChange) write_time(out, page.last_change);
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
  if (fields & kGoneSince) write_time(out, page.gone_since);
  if (fields & kLeft) write_time(out, page.left);
  if (fields & kOwnModified) write_time(out, page.own_modified);
  if (fields & kOwnPublished) write_time(out, page.own_published);
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
  if (fields & kResult) page.result = static_cast<VisitResult>(in.varint_up_to(kMaxResult));
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
  page.sitemap = (fields & kSitemap) != 0;
  page.noindex = (fields & kNoindex) != 0;
  page.truncated = (fields & kTruncated) != 0;
  // The same state is always the same bytes: a field with its default value would have been left
  // out.
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

void encode_site(const SiteState& site, std::string& out_bytes) {
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  out.varint(site.in_scope ? 1 : 0);
  out.text(site.text);
  write_time(out, site.discovered);
  write_time(out, site.next_allowed);
  write_time(out, site.resting_until);
  out.varint(site.failures);
  out.signed_varint(site.crawl_delay.in_microseconds());
  write_time(out, site.robots_fetched);
  out.varint(site.robots_status);
  out.text(site.robots_body);
  out.varint(site.pages);
  out.varint(site.waiting);
  out.text(site.learned);
}

Result<SiteState> decode_site(SiteId id, std::string_view bytes) {
  ByteReader in(bytes);
  expect_layout(in);
  SiteState site{.id = id};
  site.in_scope = in.varint_up_to(1) != 0;
  site.text = in.text();
  site.discovered = read_time(in);
  site.next_allowed = read_time(in);
  site.resting_until = read_time(in);
  site.failures = read_number<uint16_t>(in);
  site.crawl_delay = Duration::microseconds(in.signed_varint());
  site.robots_fetched = read_time(in);
  site.robots_status = read_number<uint16_t>(in);
  site.robots_body = in.text();
  site.pages = in.varint();
  site.waiting = in.varint();
  site.learned = in.text();
  if (!read_whole(in)) return fail("not the state of a site");
  return site;
}

void encode_links(const PageLinks& links, std::string& out_bytes) {
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  out.varint(links.to.size());
  for (size_t i = 0; i < links.to.size(); i += kTargetsPerByte) {
    unsigned packed = 0;
    for (size_t j = 0; j < kTargetsPerByte && i + j < links.to.size(); ++j) {
      const PageLinks::Target& target = links.to[i + j];
      const unsigned flags = (target.nofollow ? kNofollow : 0U) |
                             (target.key.site != links.from.site ? kOtherSite : 0U);
      packed |= flags << (j * kBitsPerTarget);
    }
    out.byte(static_cast<uint8_t>(packed));
  }
  for (const PageLinks::Target& target : links.to) {
    if (target.key.site != links.from.site) out.big_endian(target.key.site.value);
    out.big_endian(target.key.page.value);
  }
}

Result<PageLinks> decode_links(const PageKey& from, std::string_view bytes) {
  const auto failure = [] { return fail("not the links of a page"); };
  ByteReader in(bytes);
  expect_layout(in);
  PageLinks links{.from = from, .to = {}};
  const uint64_t count = in.varint();
  // Every target takes eight bytes at least: a wrong count must not cost memory.
  if (count > in.left() / 8) return failure();
  const std::string_view packed = in.raw((count + kTargetsPerByte - 1) / kTargetsPerByte);
  if (in.failed()) return failure();
  const size_t in_last = count % kTargetsPerByte;
  if (in_last != 0 && static_cast<uint8_t>(packed.back()) >> (in_last * kBitsPerTarget) != 0) {
    return failure();
  }
  links.to.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    const unsigned flags =
        static_cast<uint8_t>(packed[i / kTargetsPerByte]) >> (i % kTargetsPerByte * kBitsPerTarget);
    PageLinks::Target target;
    target.nofollow = (flags & kNofollow) != 0;
    target.key.site = from.site;
    if ((flags & kOtherSite) != 0) {
      target.key.site = {in.big_endian()};
      if (target.key.site == from.site) in.fail();
    }
    target.key.page = {in.big_endian()};
    links.to.push_back(target);
  }
  if (!read_whole(in)) return failure();
  return links;
}

void encode_unadmitted(const UnadmittedUrl& url, std::string& out_bytes) {
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  out.byte(static_cast<uint8_t>(url.reason));
  out.varint(url.depth);
  out.byte(static_cast<uint8_t>((url.sitemap ? kIsSitemap : 0U) | (url.found_on ? kHasPage : 0U)));
  out.varint(url.redirects);
  write_time(out, url.found_at);
  if (url.found_on) write_key(out, *url.found_on);
  out.text(url.url);
}

Result<UnadmittedUrl> decode_unadmitted(const PageKey& key, std::string_view bytes) {
  ByteReader in(bytes);
  UnadmittedUrl url{.key = key};
  read_reason(in, url);
  const unsigned flags = in.byte();
  if (flags > (kIsSitemap | kHasPage)) in.fail();
  url.sitemap = (flags & kIsSitemap) != 0;
  url.redirects = read_number<uint8_t>(in);
  url.found_at = read_time(in);
  if ((flags & kHasPage) != 0) url.found_on = read_key(in);
  url.url = in.text();
  if (!read_whole(in)) return fail("not a URL that was not admitted");
  return url;
}

Result<uint32_t> decode_preference(std::string_view bytes) {
  ByteReader in(bytes);
  UnadmittedUrl url;
  read_reason(in, url);
  if (in.failed()) return fail("not a URL that was not admitted");
  return preference(url);
}

void encode_id(uint64_t id, std::string& out_bytes) {
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  out.varint(id);
}

Result<uint64_t> decode_id(std::string_view bytes) {
  ByteReader in(bytes);
  expect_layout(in);
  const uint64_t id = in.varint();
  if (!read_whole(in)) return fail("not an id");
  return id;
}

void encode_listed_date(Instant date, std::string& out_bytes) {
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  write_time(out, date);
}

Result<Instant> decode_listed_date(std::string_view bytes) {
  ByteReader in(bytes);
  expect_layout(in);
  const Instant date = read_time(in);
  if (!read_whole(in)) return fail("not a date of a listing");
  return date;
}

void encode_original(const digest::Digest256& content, const Original& original,
                     std::string& out_bytes) {
  const Payload payload = original.payload == digest::Digest256() ? Payload::kNone
                          : original.payload == content           ? Payload::kIsContent
                                                                  : Payload::kFollows;
  const bool has_place = original.archived != ArchivePosition();
  ByteWriter out(out_bytes);
  out.byte(has_place ? kLayoutWithPlace : kLayout);
  write_key(out, original.page);
  write_time(out, original.at);
  out.byte(static_cast<uint8_t>(payload));
  if (payload == Payload::kFollows) write_digest(out, original.payload);
  if (has_place) {
    out.varint(original.archived.file);
    out.varint(original.archived.offset);
  }
}

Result<Original> decode_original(const digest::Digest256& content, std::string_view bytes) {
  const auto failure = [] { return fail("not the original of a content"); };
  ByteReader in(bytes);
  const uint8_t layout = in.byte();
  if (layout != kLayout && layout != kLayoutWithPlace) in.fail();
  Original original{.page = read_key(in), .at = read_time(in)};
  switch (static_cast<Payload>(in.byte())) {
    case Payload::kNone: break;
    case Payload::kIsContent: original.payload = content; break;
    case Payload::kFollows:
      original.payload = read_digest(in);
      if (original.payload == content || original.payload == digest::Digest256()) in.fail();
      break;
    default: in.fail();
  }
  if (layout == kLayoutWithPlace) {
    original.archived.file =
        static_cast<uint32_t>(in.varint_up_to(std::numeric_limits<uint32_t>::max()));
    original.archived.offset = in.varint();
    if (original.archived == ArchivePosition()) in.fail();
  }
  if (!read_whole(in)) return failure();
  return original;
}

constexpr uint8_t kInRewrite = 0x80;  // of the byte that says what changed

void encode_change(const Change& change, std::string& out_bytes) {
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  out.byte(static_cast<uint8_t>(change.kind));
  out.varint(change.size);
  out.big_endian_32(std::bit_cast<uint32_t>(change.share));
  // Plain changes of text have none, as those of earlier versions.
  const auto of = static_cast<uint8_t>(change.of);
  const auto more = static_cast<uint8_t>(of | (change.in_rewrite ? kInRewrite : 0));
  if (more != 0) out.byte(more);
}

Result<Change> decode_change(const ChangeKey& key, std::string_view bytes) {
  ByteReader in(bytes);
  expect_layout(in);
  Change change{.at = key.at, .page = key.page};
  const uint8_t kind = in.byte();
  if (kind < 1 || kind > static_cast<uint8_t>(Change::Kind::kLeft)) in.fail();
  change.kind = static_cast<Change::Kind>(kind);
  change.size = in.varint();
  change.share = std::bit_cast<float>(in.big_endian_32());
  if (in.left() > 0) {
    const uint8_t more = in.byte();
    const auto of = static_cast<uint8_t>(more & ~kInRewrite);
    if (more == 0 || of > static_cast<uint8_t>(Change::Of::kBytes)) in.fail();
    change.of = static_cast<Change::Of>(of);
    change.in_rewrite = (more & kInRewrite) != 0;
  }
  if (!read_whole(in)) return fail("not a change of a page");
  return change;
}

}  // namespace freshet::store
