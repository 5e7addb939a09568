#include "settings/print.h"

#include <algorithm>

#include "settings/check.h"
#include "settings/table.h"
#include "text/printable.h"

namespace freshet::settings {

std::vector<Entry> entries(const Loaded& loaded) {
  std::vector<Entry> all;
  for (const Key& key : table()) {
    const Value value = without_secrets(key, key.get(loaded.values));
    all.push_back({key.name, key.help, key.type, value, text::printable(show(key, value)),
                   text::printable(loaded.origin(key.name)), show_range(key)});
  }
  return all;
}

std::string print(const Loaded& loaded) {
  const auto all = entries(loaded);
  size_t name = 0;
  size_t shown = 0;
  size_t from = 0;
  for (const Entry& entry : all) {
    constexpr size_t kWidest = 30;  // longer values do not widen the column
    name = std::max(name, entry.name.size());
    if (entry.shown.size() <= kWidest) shown = std::max(shown, entry.shown.size());
    from = std::max(from, entry.from.size());
  }
  std::string out;
  const auto column = [&](std::string_view text, size_t width) {
    out += text;
    out.append(width > text.size() ? width - text.size() + 2 : 2, ' ');
  };
  for (const Entry& entry : all) {
    column(entry.name, name);
    column(entry.shown, shown);
    column(entry.from, from);
    out += entry.range;
    while (out.back() == ' ') out.pop_back();
    out.append("\n    ").append(entry.help).append("\n");
  }
  return out;
}

void write_json(json::Writer& writer, const Loaded& loaded) {
  writer.begin_object();
  writer.key("settings_file");
  if (loaded.file.empty())
    writer.null();
  else
    writer.value(loaded.file);
  for (const Entry& entry : entries(loaded)) {
    writer.key(entry.name).begin_object();
    writer.key("value");
    if (const auto* b = std::get_if<bool>(&entry.value)) {
      writer.value(*b);
    } else if (const auto* integer = std::get_if<int64_t>(&entry.value)) {
      if (entry.type == Type::kDuration)
        writer.value(static_cast<double>(*integer) / 1e6);
      else
        writer.value(*integer);
    } else if (const auto* real = std::get_if<double>(&entry.value)) {
      writer.value(*real);
    } else if (const auto* text = std::get_if<std::string>(&entry.value)) {
      writer.value(*text);
    } else if (const auto* list = std::get_if<std::vector<std::string>>(&entry.value)) {
      writer.value(*list);
    } else {
      writer.null();
    }
    writer.member("from", entry.from).member("type", name_of(entry.type));
    writer.member("range", entry.range).member("help", entry.help);
    writer.end_object();
  }
  writer.end_object();
}

}  // namespace freshet::settings
