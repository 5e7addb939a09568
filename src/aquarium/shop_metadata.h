#pragma once

#include <cstdint>
#include <string>

#include "aquarium/shop.h"

namespace freshet::aquarium {

// The ways in which the page of an item describes it for machines. Every seventh item lacks one of
// them, so that none can be relied upon.
enum class Metadata : uint8_t { kJsonLd, kOpenGraph, kMicrodata };
bool has_metadata(uint32_t item, Metadata metadata);

// Appends <meta> elements.
void append_open_graph(const Shop& shop, uint32_t item, const ItemState& state, std::string& out);
// Appends a <script> with a Product of schema.org.
void append_json_ld(const Shop& shop, uint32_t item, const ItemState& state, std::string& out);

// "https://schema.org/InStock".
std::string_view schema_availability(bool is_in_stock);

}  // namespace freshet::aquarium
