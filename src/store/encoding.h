#pragma once

#include <string>
#include <string_view>

#include "result/result.h"
#include "store/keys.h"
#include "store/types.h"

namespace freshet::store {

// Encodes the values of the embedded store; docs/formats/state.md describes the bytes. A value does
// not repeat what is in its key. Equal states give equal bytes, and bytes that no encode_*() would
// write are an error.

void encode_page(const PageState& page, std::string& out);
Result<PageState> decode_page(const PageKey& key, std::string_view bytes);
// Reads only next_visit from the bytes of a page.
Result<Instant> decode_next_visit(std::string_view bytes);

void encode_site(const SiteState& site, std::string& out);
Result<SiteState> decode_site(SiteId id, std::string_view bytes);

void encode_links(const PageLinks& links, std::string& out);
Result<PageLinks> decode_links(const PageKey& from, std::string_view bytes);

void encode_unadmitted(const UnadmittedUrl& url, std::string& out);
Result<UnadmittedUrl> decode_unadmitted(const PageKey& key, std::string_view bytes);
// Reads only what preference() needs from the bytes of a URL, and returns the preference.
Result<uint32_t> decode_preference(std::string_view bytes);

void encode_discovery(const Discovery& found, std::string& out);
Result<Discovery> decode_discovery(const DiscoveryId& id, std::string_view bytes);

void encode_epochs(const Epochs& epochs, std::string& out);
Result<Epochs> decode_epochs(std::string_view bytes);

void encode_change(const Change& change, std::string& out);
Result<Change> decode_change(const ChangeKey& key, std::string_view bytes);

void encode_item(const Item& item, std::string& out);
Result<Item> decode_item(const PageKey& page, std::string_view bytes);

void encode_id(uint64_t id, std::string& out);
Result<uint64_t> decode_id(std::string_view bytes);

void encode_listed_date(Instant date, std::string& out);
Result<Instant> decode_listed_date(std::string_view bytes);

void encode_original(const digest::Digest256& content, const Original& original, std::string& out);
Result<Original> decode_original(const digest::Digest256& content, std::string_view bytes);

}  // namespace freshet::store
