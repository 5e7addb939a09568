#include "cli/commands.h"

#include <sstream>
#include <utility>

namespace freshet::cli {
namespace {

struct DefaultText {
  std::string operator()(const bool*) const { return {}; }
  template <typename Value>
  std::string operator()(const std::optional<Value>*) const {
    return {};
  }
  template <typename Value>
  std::string operator()(const std::vector<Value>* values) const {
    std::string text;
    for (const Value& value : *values) text += (text.empty() ? "" : ",") + (*this)(&value);
    return text;
  }
  template <typename Value>
  std::string operator()(const Value* value) const {
    std::ostringstream out;
    out << *value;
    return out.str();
  }
};

}  // namespace

Option& Command::option(std::string name, Option::Destination destination, std::string help) {
  return options_.emplace_back(Option{.name = std::move(name),
                                      .help = std::move(help),
                                      .destination = destination,
                                      .default_text = std::visit(DefaultText{}, destination)});
}

}  // namespace freshet::cli
