#include "store/encoding.h"
#include "store/encoding_parts.h"

namespace freshet::store {

void encode_item(const Item& item, std::string& out_bytes) {
  ByteWriter out(out_bytes);
  out.byte(kLayout);
  out.text(item.recipe);
  out.big_endian(item.rules);
  out.text(item.key);
  out.text(item.fields);
  out.text(item.records);
  write_time(out, item.first_seen);
  write_time(out, item.last_change);
  out.byte(item.unmatched ? 1 : 0);
  if (!item.unmatched) return;
  write_time(out, item.unmatched->since);
  write_time(out, item.unmatched->last_match);
}

Result<Item> decode_item(const PageKey& page, std::string_view bytes) {
  ByteReader in(bytes);
  expect_layout(in);
  Item item{.page = page};
  item.recipe = in.text();
  item.rules = in.big_endian();
  item.key = in.text();
  item.fields = in.text();
  item.records = in.text();
  item.first_seen = read_time(in);
  item.last_change = read_time(in);
  const uint8_t is_unmatched = in.byte();
  if (is_unmatched > 1) in.fail();
  if (is_unmatched == 1) {
    const Instant since = read_time(in);
    item.unmatched = {.since = since, .last_match = read_time(in)};
  }
  if (!read_whole(in)) return fail("not an item");
  return item;
}

}  // namespace freshet::store
