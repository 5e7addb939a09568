#pragma once

#include <cstdint>
#include <string>

#include "clock/instant.h"
#include "store/page_key.h"

namespace freshet::store {

// A visit found that a page is new, changed, is gone or is back; or the page left the collection.
struct Change {
  // Stored: the numbers of both enumerations keep their meaning.
  enum class Kind : uint8_t { kNew = 1, kChanged = 2, kGone = 3, kBack = 4, kLeft = 5 };

  // The part of a page that differs, for kChanged.
  enum class Part : uint8_t {
    kText = 0,      // what a reader can see
    kLinks = 1,     // only targets of links
    kMetadata = 2,  // only what the page declares and does not show
    kBytes = 3,     // a body without text, or only its markup
  };

  Instant at;
  PageKey page;
  Kind kind = Kind::kNew;
  Part part = Part::kText;
  uint64_t size = 0;        // of the decoded body, in bytes
  float share = 0;          // the share of its text that differs, 0 to 1
  bool in_rewrite = false;  // it was found in a rewrite: many pages of the site changed at once
  // Of an item: the fields that changed, as JSON (collection/field_changes.h); else empty. The
  // store does not interpret it.
  std::string fields;

  bool operator==(const Change&) const = default;
};

// Whether a number that was read is a known value. A new value without a case here does not
// compile.
constexpr bool is_known(Change::Kind value) {
  switch (value) {
    case Change::Kind::kNew:
    case Change::Kind::kChanged:
    case Change::Kind::kGone:
    case Change::Kind::kBack:
    case Change::Kind::kLeft: return true;
  }
  return false;
}
constexpr bool is_known(Change::Part value) {
  switch (value) {
    case Change::Part::kText:
    case Change::Part::kLinks:
    case Change::Part::kMetadata:
    case Change::Part::kBytes: return true;
  }
  return false;
}

}  // namespace freshet::store
