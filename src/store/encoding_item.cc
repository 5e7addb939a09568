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
  write_time(out, item.unmatched_since.value_or(Instant()));
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
  const Instant unmatched = read_time(in);
  if (unmatched != Instant()) item.unmatched_since = unmatched;
  if (!read_whole(in)) return fail("not an item");
  return item;
}

}  // namespace freshet::store
