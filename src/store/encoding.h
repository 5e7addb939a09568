#pragma once

#include <string>
#include <string_view>

#include "result/result.h"
#include "store/keys.h"
#include "store/types.h"

namespace freshet::store {

// The values of the embedded store as bytes; docs/formats/state.md describes them byte by byte.
// What is in the key is not repeated in the value. Equal states are equal bytes, and bytes that no
// encode_*() would write are an error.

void encode_page(const PageState& page, std::string& out);
Result<PageState> decode_page(const PageKey& key, std::string_view bytes);
// Of the page's bytes, without reading the rest.
Result<Instant> decode_next_visit(std::string_view bytes);

void encode_site(const SiteState& site, std::string& out);
Result<SiteState> decode_site(SiteId id, std::string_view bytes);

void encode_links(const PageLinks& links, std::string& out);
Result<PageLinks> decode_links(const PageKey& from, std::string_view bytes);

void encode_unadmitted(const UnadmittedUrl& url, std::string& out);
Result<UnadmittedUrl> decode_unadmitted(const PageKey& key, std::string_view bytes);
// preference() of the URL's bytes, without reading the rest.
Result<uint32_t> decode_preference(std::string_view bytes);

void encode_change(const Change& change, std::string& out);
Result<Change> decode_change(const ChangeKey& key, std::string_view bytes);

void encode_id(uint64_t id, std::string& out);
Result<uint64_t> decode_id(std::string_view bytes);

void encode_listed_date(Instant date, std::string& out);
Result<Instant> decode_listed_date(std::string_view bytes);

void encode_original(const digest::Digest256& content, const Original& original, std::string& out);
Result<Original> decode_original(const digest::Digest256& content, std::string_view bytes);

}  // namespace freshet::store
