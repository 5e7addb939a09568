#include "catalog/target.h"

#include <charconv>

#include "catalog/version.h"
#include "words/segmenter.h"

namespace freshet::catalog {
namespace {

constexpr char kItems[] = "items";

std::string value_of(const Meta& meta, const std::string& key) {
  const auto found = meta.find(key);
  return found == meta.end() ? "" : found->second;
}

}  // namespace

Result<TargetState> check_target(const Meta& meta, const WriteOptions& options,
                                 const std::string& name) {
  const bool is_other = value_of(meta, "collection") != options.collection;
  if (is_other && !options.full && !options.replace_other) {
    return fail(name + " holds another collection; pass --full to replace it");
  }
  const bool is_current = value_of(meta, "schema") == std::to_string(kSchema) &&
                          value_of(meta, "words") == std::to_string(words::kVersion);
  if (options.full || is_other || !is_current) return TargetState{.rebuild = true};
  TargetState state{.rebuild = false};
  state.rebuild_items = value_of(meta, kItems) != encode_shapes(options.items);
  const std::string up_to = value_of(meta, "links_up_to");
  std::from_chars(up_to.data(), up_to.data() + up_to.size(), state.links_up_to);
  return state;
}

std::vector<std::string> item_tables_of(const Meta& meta) {
  return table_names(value_of(meta, kItems));
}

Meta meta_of(const WriteOptions& options, const ConversionRecord& record) {
  return {{"schema", std::to_string(kSchema)},
          {"words", std::to_string(words::kVersion)},
          {"converted_at", std::to_string(record.converted_at.unix_seconds())},
          {"pages", std::to_string(record.pages)},
          {"links_up_to", std::to_string(record.links_up_to)},
          {"collection", options.collection},
          {kItems, encode_shapes(options.items)}};
}

}  // namespace freshet::catalog
