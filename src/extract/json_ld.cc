#include "extract/json_ld.h"

#include "extract/json_ld_text.h"

namespace freshet::extract {
namespace {

// Whether the object only names an item that is described elsewhere.
bool is_reference(const json::Value& object) {
  const auto members = object.members();
  return members.size() == 1 && members[0].first == "@id";
}

}  // namespace

std::string JsonLdReader::add(std::string_view script) {
  if (!budget_.spend(script.size() / 4)) return "the limit of work for a page is reached";
  const auto root = reader_.read(json_ld_text(script));
  if (!root) return root.error().message;
  value(*root, {});
  return "";
}

void JsonLdReader::value(const json::Value& value, const Place& place) {
  if (place.depth > max_depth_ || graph_.is_full() || !budget_.spend(4)) return;
  switch (value.kind()) {
    case json::Value::Kind::kObject: object(value, place); return;
    case json::Value::Kind::kArray:
      for (const json::Value& element : value.elements()) {
        this->value(element, {place.item, place.property, place.depth + 1});
      }
      return;
    // A number is a string here, see json_ld_text().
    case json::Value::Kind::kString: text(*value.string(), place); return;
    case json::Value::Kind::kBool: text(*value.boolean() ? "true" : "false", place); return;
    default: return;
  }
}

// Some pages refer to an item by a string with its @id. Such ids have a fragment; an address
// without one can be the @id of a page and the url of what it describes.
void JsonLdReader::text(std::string_view text, const Place& place) {
  if (place.item == ItemGraph::kNoItem) return;
  if (text.find('#') == std::string_view::npos) {
    graph_.add_text(place.item, place.property, text);
  } else {
    graph_.add_reference(place.item, place.property, text);
  }
}

void JsonLdReader::object(const json::Value& object, const Place& place) {
  const Place inner{place.item, place.property, place.depth + 1};
  for (const char* wrapper : {"@value", "@list", "@set"}) {
    if (const json::Value wrapped = object[wrapper]; !wrapped.is_absent()) {
      return value(wrapped, inner);
    }
  }
  if (is_reference(object)) {
    const auto id = object["@id"].string();
    if (id && place.item != ItemGraph::kNoItem) {
      graph_.add_reference(place.item, place.property, *id);
    }
    return;
  }
  const ItemGraph::ItemId item = graph_.add_item();
  if (item == ItemGraph::kNoItem) return;
  if (place.item != ItemGraph::kNoItem) graph_.add_item_value(place.item, place.property, item);
  for (const auto& [name, value] : object.members()) {
    member(name, value, {item, name, place.depth + 1});
  }
}

void JsonLdReader::member(std::string_view name, const json::Value& value, const Place& place) {
  if (name == "@type") {
    if (const auto type = value.string()) graph_.add_type(place.item, *type);
    for (const json::Value& type : value.elements()) {
      graph_.add_type(place.item, type.string().value_or(""));
    }
  } else if (name == "@id") {
    graph_.set_id(place.item, value.string().value_or(""));
  } else if (name == "@graph" || name == "@included") {
    this->value(value, {ItemGraph::kNoItem, "", place.depth});  // items, but not of this one
  } else if (!name.starts_with('@')) {
    this->value(value, place);
  }
}

}  // namespace freshet::extract
