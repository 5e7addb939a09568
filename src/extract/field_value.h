#pragma once

#include <string>
#include <string_view>

#include "extract/page_queries.h"
#include "extract/rules.h"
#include "result/result.h"
#include "url/url.h"

namespace freshet::extract {

// A value of a field.
struct FieldValue {
  std::string json;
  std::string text;  // as a key: "12.50 EUR"
};

// Cleans a text and reads it as a value of the field's type; or returns why it is none: "\"ask us\"
// is no amount of money". Addresses are relative to `base`.
Result<FieldValue, std::string> read_value(const FieldRule& field, const RawValue& raw,
                                           const url::Url& base);

}  // namespace freshet::extract
