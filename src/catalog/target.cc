#include "catalog/target.h"

#include <charconv>

#include "catalog/version.h"
#include "words/segmenter.h"

namespace freshet::catalog {
namespace {

std::string value_of(const Meta& meta, const std::string& key) {
  const auto found = meta.find(key);
  return found == meta.end() ? "" : found->second;
}

}  // namespace

Result<Held> judge_target(const Meta& meta, const Loading& loading, const std::string& name) {
  const Held anew;
  const bool is_others = value_of(meta, "collection") != loading.collection;
  if (is_others && !loading.full && !loading.replaces_others) {
    return fail(name + " holds another collection: --full replaces it");
  }
  const bool is_of_now = value_of(meta, "schema") == std::to_string(kSchema) &&
                         value_of(meta, "words") == std::to_string(words::kVersion);
  if (loading.full || is_others || !is_of_now) return anew;
  Held held{.anew = false};
  const std::string up_to = value_of(meta, "links_up_to");
  std::from_chars(up_to.data(), up_to.data() + up_to.size(), held.links_up_to);
  return held;
}

Meta meta_of(const Loading& loading, const Closing& closing) {
  return {{"schema", std::to_string(kSchema)},
          {"words", std::to_string(words::kVersion)},
          {"converted_at", std::to_string(closing.converted_at.unix_seconds())},
          {"pages", std::to_string(closing.pages)},
          {"links_up_to", std::to_string(closing.links_up_to)},
          {"collection", loading.collection}};
}

}  // namespace freshet::catalog
