#include "extract/item_graph.h"

#include <algorithm>
#include <span>

#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::extract {

std::string_view local_name(std::string_view name) {
  name = text::trim(name);
  while (name.ends_with('/')) name.remove_suffix(1);
  return name.substr(name.find_last_of("/#:") + 1);  // npos + 1 is 0
}

// What values() is doing.
struct ItemGraph::Search {
  const Source& source;
  size_t most;
  dom::WorkBudget& budget;
  std::vector<std::string> found;

  bool is_done() const { return found.size() >= most || budget.steps == 0; }
};

ItemGraph::ItemId ItemGraph::add_item() {
  if (items_.size() >= limits_.max_items) {
    is_full_ = true;
    return kNoItem;
  }
  items_.emplace_back();
  return static_cast<ItemId>(items_.size() - 1);
}

void ItemGraph::add_type(ItemId item, std::string_view type) {
  if (item == kNoItem || type.empty()) return;
  if (++values_ > limits_.max_properties || bytes_ + type.size() > limits_.max_bytes) {
    is_full_ = true;
    return;
  }
  bytes_ += type.size();
  items_[item].types.emplace_back(local_name(type));
}

void ItemGraph::set_id(ItemId item, std::string_view id) {
  if (item == kNoItem || id.empty() || id.size() > limits_.max_value_bytes) return;
  if (bytes_ + id.size() > limits_.max_bytes) {
    is_full_ = true;
    return;
  }
  bytes_ += id.size();
  items_[item].id = id;
  by_id_.emplace(id, item);
}

ItemGraph::Value* ItemGraph::add_value(ItemId item, std::string_view property,
                                       std::string_view text) {
  if (item == kNoItem) return nullptr;
  text = text::trim(text);
  if (text.size() > limits_.max_value_bytes) {
    text = text.substr(0, limits_.max_value_bytes);
    text = text.substr(0, text::whole_characters(text));
  }
  const std::string_view name = local_name(property);
  const size_t bytes = text.size() + name.size();
  if (values_ >= limits_.max_properties || bytes_ + bytes > limits_.max_bytes) {
    is_full_ = true;
    return nullptr;
  }
  ++values_;
  bytes_ += bytes;
  return &items_[item].values.emplace_back(Value{std::string(name), std::string(text)});
}

void ItemGraph::add_text(ItemId item, std::string_view property, std::string_view text) {
  add_value(item, property, text);
}

void ItemGraph::add_item_value(ItemId item, std::string_view property, ItemId value) {
  if (value == kNoItem) return;
  if (Value* added = add_value(item, property, "")) added->item = value;
}

void ItemGraph::add_reference(ItemId item, std::string_view property, std::string_view id) {
  if (Value* added = add_value(item, property, id)) added->is_reference = true;
}

ItemGraph::ItemId ItemGraph::item_with_id(std::string_view id) const {
  const auto found = by_id_.find(std::string(id));
  return found == by_id_.end() ? kNoItem : found->second;
}

ItemGraph::ItemId ItemGraph::target(const Value& value) const {
  return value.is_reference ? item_with_id(value.text) : value.item;
}

std::vector<std::string> ItemGraph::values(const Source& source, size_t most,
                                           dom::WorkBudget& budget) const {
  Search search{.source = source, .most = most, .budget = budget, .found = {}};
  for (ItemId id = 0; id < items_.size() && !search.is_done(); ++id) {
    const auto& types = items_[id].types;
    if (!budget.spend(1 + types.size())) break;
    const bool is_wanted =
        source.type.empty() || std::find(types.begin(), types.end(), source.type) != types.end();
    if (is_wanted) follow(search, id, 0);
  }
  return std::move(search.found);
}

// Recursion is as deep as the path is long.
void ItemGraph::follow(Search& search, ItemId id, size_t depth) const {
  const Item& item = items_[id];
  const std::string& name = search.source.path[depth];
  const bool is_last = depth + 1 == search.source.path.size();
  for (const Value& value : item.values) {
    if (search.is_done() || !search.budget.spend(1)) return;
    if (value.property != name) continue;
    if (is_last) {
      take_text(search, value);
    } else if (const ItemId next = target(value); next != kNoItem) {
      follow(search, next, depth + 1);
    }
  }
}

void ItemGraph::take_text(Search& search, const Value& value) const {
  const ItemId item = target(value);
  const std::string_view text = item == kNoItem ? value.text : text_of_item(items_[item]);
  if (text.empty() || !search.budget.spend(text.size() / 64)) return;
  search.found.emplace_back(text);
}

// A picture or page is represented by its address, anything else by its name.
std::string_view ItemGraph::text_of_item(const Item& item) const {
  static constexpr std::string_view kByName[] = {"name", "url"};
  static constexpr std::string_view kByAddress[] = {"url", "contentUrl", "name"};
  const bool is_document = std::any_of(
      item.types.begin(), item.types.end(),
      [](const std::string& type) { return type.ends_with("Object") || type == "WebPage"; });
  const auto text_of = [&item](std::string_view name) {
    const auto found =
        std::find_if(item.values.begin(), item.values.end(), [name](const Value& value) {
          return value.property == name && value.item == kNoItem && !value.text.empty();
        });
    return found == item.values.end() ? std::string_view() : std::string_view(found->text);
  };
  const auto names = is_document ? std::span<const std::string_view>(kByAddress)
                                 : std::span<const std::string_view>(kByName);
  for (const std::string_view name : names) {
    if (const std::string_view text = text_of(name); !text.empty()) return text;
  }
  return item.id;
}

}  // namespace freshet::extract
