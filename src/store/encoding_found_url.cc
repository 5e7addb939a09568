// Encodes URLs that were found: unadmitted URLs and discoveries for other writers.
#include "store/encoding.h"
#include "store/encoding_parts.h"

namespace freshet::store {
namespace {

// Flags of an unadmitted URL.
constexpr unsigned kIsSitemap = 1 << 0;
constexpr unsigned kHasPage = 1 << 1;  // the key of the page that it was found on follows

// Flags of a discovery. Some are values themselves, the others say which fields follow.
namespace discovery_flag {
enum : unsigned {
  kSitemap = 1 << 0,
  kMayLieElsewhere = 1 << 1,
  kRecordsRefusal = 1 << 2,
  kRefused = 1 << 3,
  kFoundOn = 1 << 4,
  kListedOn = 1 << 5,
  kListedDate = 1 << 6,
  kAll = (1 << 7) - 1,
};
}  // namespace discovery_flag

unsigned flags_of(const Discovery& found) {
  using namespace discovery_flag;
  return (found.sitemap ? kSitemap : 0U) | (found.may_lie_elsewhere ? kMayLieElsewhere : 0U) |
         (found.records_refusal ? kRecordsRefusal : 0U) | (found.refused ? kRefused : 0U) |
         (found.found_on ? kFoundOn : 0U) | (found.listed_on ? kListedOn : 0U) |
         (is_stored(found.listed_date) ? kListedDate : 0U);
}

// Reads the first fields of an unadmitted URL: layout, reason and depth.
void read_reason(ByteReader& in, UnadmittedUrl& url) {
  expect_layout(in);
  url.reason = read_enum<UnadmittedReason>(in, in.byte());
  url.depth = read_number<uint16_t>(in);
}

}  // namespace

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

void encode_discovery(const Discovery& found, std::string& out_bytes) {
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  out.byte(static_cast<uint8_t>(flags_of(found)));
  out.varint(found.depth);
  out.varint(found.redirects);
  if (found.refused) out.byte(static_cast<uint8_t>(*found.refused));
  if (found.found_on) write_key(out, *found.found_on);
  if (found.listed_on) write_key(out, *found.listed_on);
  if (is_stored(found.listed_date)) write_time(out, *found.listed_date);
  out.text(found.url);
}

Result<Discovery> decode_discovery(const DiscoveryId& id, std::string_view bytes) {
  using namespace discovery_flag;
  ByteReader in(bytes);
  expect_layout(in);
  const unsigned flags = in.byte();
  Discovery found{.key = id.key, .found_at = id.found_at};
  found.sitemap = (flags & kSitemap) != 0;
  found.may_lie_elsewhere = (flags & kMayLieElsewhere) != 0;
  found.records_refusal = (flags & kRecordsRefusal) != 0;
  found.depth = read_number<uint16_t>(in);
  found.redirects = read_number<uint8_t>(in);
  if (flags & kRefused) found.refused = read_enum<UnadmittedReason>(in, in.byte());
  if (flags & kFoundOn) found.found_on = read_key(in);
  if (flags & kListedOn) found.listed_on = read_key(in);
  if (flags & kListedDate) found.listed_date = read_time(in);
  found.url = in.text();
  if (!read_whole(in) || flags != flags_of(found)) return fail("not a discovery");
  return found;
}

}  // namespace freshet::store
