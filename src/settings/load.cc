#include "settings/load.h"

#include <algorithm>
#include <vector>

#include "settings/check.h"
#include "settings/settings_file.h"
#include "settings/suggest.h"
#include "settings/table.h"
#include "settings/toml_file.h"

namespace freshet::settings {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultFile = "freshet.toml";
constexpr size_t kMostProblems = 20;

const Key* find_key(std::string_view name) {
  const auto& keys = table();
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

bool is_table_of_keys(std::string_view name) {
  return std::any_of(table().begin(), table().end(), [&](const Key& key) {
    return key.name.size() > name.size() && key.name.starts_with(name) &&
           key.name[name.size()] == '.';
  });
}

std::string no_such_setting(std::string_view name) {
  std::string sentence(name.substr(0, 100));
  sentence += ": no such setting";
  const std::string_view nearest = nearest_key(name);
  if (!nearest.empty()) sentence.append("; did you mean ").append(nearest).append("?");
  return sentence;
}

// Collects the values, and the problems with them.
class Loader {
 public:
  void from_file(const Assignment& assignment, std::string_view name) {
    const std::string where = std::string(name) + ":" + std::to_string(assignment.line);
    const Key* key = find_key(assignment.key);
    if (key == nullptr) {
      if (assignment.is_empty_table && is_table_of_keys(assignment.key)) return;
      problem(where + ": " + no_such_setting(assignment.key));
      return;
    }
    set(*key, check_value(*key, assignment.value), where, where + ": " + assignment.key);
  }

  void from_override(std::string_view text) {
    const std::string flag = "--set " + std::string(text.substr(0, 200));
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
      problem(flag + ": must have the form key=value");
      return;
    }
    const std::string_view name = text.substr(0, equals);
    const Key* key = find_key(name);
    if (key == nullptr) {
      problem("--set " + no_such_setting(name));
      return;
    }
    const bool is_secret = key->secret != Secret::kNothing;
    set(*key, check_text(*key, text.substr(equals + 1)), "--set",
        is_secret ? "--set " + std::string(name) : flag);
  }

  Result<Loaded> finish() && {
    if (count_ == 0) return std::move(loaded_);
    if (count_ > kMostProblems) {
      problems_ += "\n... and " + std::to_string(count_ - kMostProblems) + " more";
    }
    return fail(std::move(problems_));
  }

 private:
  void set(const Key& key, Result<Value> value, const std::string& origin,
           const std::string& subject) {
    if (!value) {
      problem(subject + ": " + value.error().message);
      return;
    }
    key.set(loaded_.values, std::move(*value));
    loaded_.origins.insert_or_assign(std::string(key.name), origin);
  }

  void problem(const std::string& sentence) {
    if (++count_ > kMostProblems) return;
    if (!problems_.empty()) problems_ += '\n';
    problems_ += sentence;
  }

  Loaded loaded_;
  std::string problems_;
  size_t count_ = 0;
};

// Whether the settings file contains a secret.
bool has_secrets(const Loaded& loaded) {
  return std::any_of(table().begin(), table().end(), [&](const Key& key) {
    const std::string_view origin = loaded.origin(key.name);
    if (key.secret == Secret::kNothing || origin == "default" || origin == "--set") return false;
    const Value value = key.get(loaded.values);
    return value != without_secrets(key, value);
  });
}

}  // namespace

std::string_view Loaded::origin(std::string_view key) const {
  const auto found = origins.find(key);
  return found == origins.end() ? std::string_view("default") : found->second;
}

Result<Loaded> parse(std::string_view toml, std::string_view name,
                     std::span<const std::string> overrides) {
  const auto assignments = read_toml(toml, name);
  if (!assignments) return Unexpected(assignments.error());
  Loader loader;
  for (const Assignment& assignment : *assignments) loader.from_file(assignment, name);
  for (const std::string& text : overrides) loader.from_override(text);
  return std::move(loader).finish();
}

Result<Loaded> load(const std::optional<fs::path>& file, std::span<const std::string> overrides) {
  std::error_code error;
  if (!file && !fs::exists(kDefaultFile, error)) return parse("", kDefaultFile, overrides);
  const fs::path path = file.value_or(kDefaultFile);
  const auto read =
      read_settings_file(path, file ? FileOrigin::kNamed : FileOrigin::kWorkingDirectory);
  if (!read) return Unexpected(read.error());
  auto loaded = parse(read->text, path.string(), overrides);
  if (!loaded) return loaded;
  loaded->file = read->path;
  loaded->exposes_secrets = read->others_can_read && has_secrets(*loaded);
  return loaded;
}

}  // namespace freshet::settings
