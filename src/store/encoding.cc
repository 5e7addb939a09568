#include "store/encoding.h"

#include <bit>

#include "store/encoding_parts.h"

namespace freshet::store {
namespace {

// Layouts of an Original with a position in the archive.
constexpr uint8_t kLayoutWithPlace = 2;   // since format 2
constexpr uint8_t kLayoutWithWriter = 3;  // since format 4: the position has a writer other than 0

// How the digest of the archived body is stored in an original.
enum class Payload : uint8_t {
  kNone = 0,
  kIsContent = 1,  // the body had no content coding: it is the digest of the content
  kFollows = 2,
};

// Each target of a page's links has two flags. A byte has those of four targets, the first one
// lowest.
constexpr unsigned kNofollow = 1 << 0;
constexpr unsigned kOtherSite = 1 << 1;
constexpr size_t kTargetsPerByte = 4;
constexpr int kBitsPerTarget = 2;

}  // namespace

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
  write_time(out, site.robots_fetched.value_or(Instant()));
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
  if (!is_stored(site.robots_fetched)) site.robots_fetched.reset();
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
  // Every target takes at least eight bytes. Checking this keeps a wrong count from allocating
  // memory.
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

void encode_epochs(const Epochs& epochs, std::string& out_bytes) {
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  for (const Epoch epoch : epochs) out.varint(epoch);
}

Result<Epochs> decode_epochs(std::string_view bytes) {
  ByteReader in(bytes);
  expect_layout(in);
  Epochs epochs{};
  for (Epoch& epoch : epochs) epoch = in.varint();
  if (!read_whole(in)) return fail("not the epochs of shards");
  return epochs;
}

void encode_original(const digest::Digest256& content, const Original& original,
                     std::string& out_bytes) {
  const Payload payload = original.payload == digest::Digest256() ? Payload::kNone
                          : original.payload == content           ? Payload::kIsContent
                                                                  : Payload::kFollows;
  const ArchivePosition& place = original.archived;
  const uint8_t layout = place == ArchivePosition() ? kLayout
                         : place.writer == 0        ? kLayoutWithPlace
                                                    : kLayoutWithWriter;
  ByteWriter out(out_bytes);
  out.byte(layout);
  write_key(out, original.page);
  write_time(out, original.at);
  out.byte(static_cast<uint8_t>(payload));
  if (payload == Payload::kFollows) write_digest(out, original.payload);
  if (layout == kLayoutWithWriter) out.varint(place.writer);
  if (layout != kLayout) {
    out.varint(place.file);
    out.varint(place.offset);
  }
}

Result<Original> decode_original(const digest::Digest256& content, std::string_view bytes) {
  const auto failure = [] { return fail("not the original of a content"); };
  ByteReader in(bytes);
  const uint8_t layout = in.byte();
  if (layout < kLayout || layout > kLayoutWithWriter) in.fail();
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
  ArchivePosition& place = original.archived;
  if (layout == kLayoutWithWriter) {
    place.writer = read_number<uint16_t>(in);
    if (place.writer == 0) in.fail();
  }
  if (layout != kLayout) {
    place.file = read_number<uint32_t>(in);
    place.offset = in.varint();
    if (place == ArchivePosition()) in.fail();
  }
  if (!read_whole(in)) return failure();
  return original;
}

constexpr uint8_t kInRewrite = 0x80;  // flag in the byte that says what changed

void encode_change(const Change& change, std::string& out_bytes) {
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  out.byte(static_cast<uint8_t>(change.kind));
  out.varint(change.size);
  out.big_endian_32(std::bit_cast<uint32_t>(change.share));
  // As in earlier versions, a change of text that is not in a rewrite has no such byte, unless
  // fields follow.
  const auto part = static_cast<uint8_t>(change.part);
  const auto more = static_cast<uint8_t>(part | (change.in_rewrite ? kInRewrite : 0));
  if (more != 0 || !change.fields.empty()) out.byte(more);
  out.raw(change.fields);
}

Result<Change> decode_change(const ChangeKey& key, std::string_view bytes) {
  ByteReader in(bytes);
  expect_layout(in);
  Change change{.at = key.at, .page = key.page};
  change.kind = read_enum<Change::Kind>(in, in.byte());
  change.size = in.varint();
  change.share = std::bit_cast<float>(in.big_endian_32());
  if (in.left() > 0) {
    const uint8_t more = in.byte();
    const auto part = static_cast<uint8_t>(more & ~kInRewrite);
    if (more == 0 && in.left() == 0) in.fail();
    change.part = read_enum<Change::Part>(in, part);
    change.in_rewrite = (more & kInRewrite) != 0;
    change.fields = in.raw(in.left());
  }
  if (!read_whole(in)) return fail("not a change of a page");
  return change;
}

}  // namespace freshet::store
