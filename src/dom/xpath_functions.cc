// The function library of XPath 1.0 (section 4).
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "dom/cut_text.h"
#include "dom/xpath_evaluator.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::dom {
namespace {

constexpr KnownFunction kFunctions[] = {
    {"boolean", Function::kBoolean, 1, 1},
    {"ceiling", Function::kCeiling, 1, 1},
    {"concat", Function::kConcat, 2, 255},
    {"contains", Function::kContains, 2, 2},
    {"count", Function::kCount, 1, 1},
    {"false", Function::kFalse, 0, 0},
    {"floor", Function::kFloor, 1, 1},
    {"id", Function::kId, 1, 1},
    {"lang", Function::kLang, 1, 1},
    {"last", Function::kLast, 0, 0},
    {"local-name", Function::kLocalName, 0, 1},
    {"name", Function::kName, 0, 1},
    {"namespace-uri", Function::kNamespaceUri, 0, 1},
    {"normalize-space", Function::kNormalizeSpace, 0, 1},
    {"not", Function::kNot, 1, 1},
    {"number", Function::kNumber, 0, 1},
    {"position", Function::kPosition, 0, 0},
    {"round", Function::kRound, 1, 1},
    {"starts-with", Function::kStartsWith, 2, 2},
    {"string", Function::kString, 0, 1},
    {"string-length", Function::kStringLength, 0, 1},
    {"substring", Function::kSubstring, 2, 3},
    {"substring-after", Function::kSubstringAfter, 2, 2},
    {"substring-before", Function::kSubstringBefore, 2, 2},
    {"sum", Function::kSum, 1, 1},
    {"translate", Function::kTranslate, 3, 3},
    {"true", Function::kTrue, 0, 0},
};

std::string normalize_space(std::string_view text) {
  std::string out;
  for (const char c : text::trim(text)) {
    if (!text::is_space(c))
      out += c;
    else if (out.back() != ' ')
      out += ' ';
  }
  return out;
}

// The characters of a text; bytes that are not UTF-8 are characters, too.
std::vector<std::string_view> characters_of(std::string_view text) {
  std::vector<std::string_view> characters;
  for (size_t i = 0; i < text.size();) {
    const size_t length = text::utf8_sequence(text.substr(i)).length;
    characters.push_back(text.substr(i, length));
    i += length;
  }
  return characters;
}

size_t count_characters(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !text::is_continuation(c); }));
}

// Takes time proportional to the text, and to the logarithm of the length of the map.
std::string translate(std::string_view text, std::string_view from, std::string_view to) {
  struct Replacement {
    std::string_view character;
    std::string_view by;
  };
  const auto targets = characters_of(to);
  std::vector<Replacement> map;
  for (const std::string_view character : characters_of(from)) {
    const size_t i = map.size();
    map.push_back({character, i < targets.size() ? targets[i] : std::string_view()});
  }
  // Of a character that occurs twice, the first counts.
  std::stable_sort(map.begin(), map.end(), [](const Replacement& a, const Replacement& b) {
    return a.character < b.character;
  });
  std::string out;
  for (const std::string_view character : characters_of(text)) {
    const auto found =
        std::lower_bound(map.begin(), map.end(), character,
                         [](const Replacement& a, std::string_view b) { return a.character < b; });
    out += found != map.end() && found->character == character ? found->by : character;
  }
  return out;
}

double round_half_up(double number) {
  return std::isfinite(number) ? std::floor(number + 0.5) : number;
}

}  // namespace

const KnownFunction* find_function(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                         [&](const KnownFunction& f) { return f.name == name; });
  return found == std::end(kFunctions) ? nullptr : found;
}

bool returns_number(Function function) {
  switch (function) {
    case Function::kCeiling:
    case Function::kCount:
    case Function::kFloor:
    case Function::kLast:
    case Function::kNumber:
    case Function::kPosition:
    case Function::kRound:
    case Function::kStringLength:
    case Function::kSum: return true;
    default: return false;
  }
}

XPathValue XPathEvaluator::call(const Term& term, const XPathContext& context) {
  switch (term.function) {
    case Function::kTrue: return true;
    case Function::kFalse: return false;
    case Function::kLast: return static_cast<double>(context.size);
    case Function::kPosition: return static_cast<double>(context.position);
    case Function::kBoolean: return holds(term.operands[0], context);
    case Function::kNot: return !holds(term.operands[0], context);
    case Function::kNumber: return to_number(argument_or_node(term, context));
    case Function::kString: return to_string(argument_or_node(term, context));
    case Function::kCeiling:
    case Function::kFloor:
    case Function::kRound:
      return call_on_number(term.function, to_number(evaluate(term.operands[0], context)));
    case Function::kStringLength:
      return static_cast<double>(count_characters(to_string(argument_or_node(term, context))));
    case Function::kNormalizeSpace:
      return normalize_space(to_string(argument_or_node(term, context)));
    case Function::kSubstring: return substring(term, context);
    case Function::kConcat:
    case Function::kContains:
    case Function::kStartsWith:
    case Function::kSubstringAfter:
    case Function::kSubstringBefore:
    case Function::kTranslate: {
      std::vector<std::string> arguments;
      for (const TermId operand : term.operands) {
        arguments.push_back(to_string(evaluate(operand, context)));
        if (!spend_on(arguments.back())) return false;
      }
      return call_on_strings(term.function, arguments);
    }
    default: return call_on_nodes(term, context);
  }
}

XPathValue XPathEvaluator::argument_or_node(const Term& term, const XPathContext& context) {
  if (term.operands.empty()) return NodeSet{context.node};
  return evaluate(term.operands[0], context);
}

XPathValue XPathEvaluator::call_on_nodes(const Term& term, const XPathContext& context) {
  XPathValue argument = argument_or_node(term, context);
  if (term.function == Function::kId) return nodes_with_ids(argument);
  if (term.function == Function::kLang) {
    return has_language(context.node.node, to_string(argument));
  }
  const NodeSet nodes = to_nodes(std::move(argument));
  switch (term.function) {
    case Function::kCount: return static_cast<double>(nodes.size());
    case Function::kSum: {
      double sum = 0;
      for (const XPathNode node : nodes) sum += string_to_number(string_of(node));
      return sum;
    }
    case Function::kLocalName:
    case Function::kName:
      if (nodes.empty()) return std::string();
      return name_of(nodes.front(), term.function == Function::kLocalName);
    default: return std::string();  // no element has a namespace
  }
}

std::string XPathEvaluator::name_of(XPathNode node, bool local) const {
  const std::string_view name = node.is_attribute()
                                    ? document_[node.node].attributes[node.attribute - 1].name
                                    : document_[node.node].name;
  const size_t colon = local ? name.find(':') : std::string_view::npos;
  return std::string(colon == std::string_view::npos ? name : name.substr(colon + 1));
}

XPathValue XPathEvaluator::call_on_number(Function function, double number) {
  switch (function) {
    case Function::kCeiling: return std::ceil(number);
    case Function::kFloor: return std::floor(number);
    default: return round_half_up(number);
  }
}

XPathValue XPathEvaluator::call_on_strings(Function function,
                                           const std::vector<std::string>& arguments) {
  const std::string& first = arguments[0];
  const std::string& second = arguments[1];
  const size_t found = function == Function::kConcat ? 0 : first.find(second);
  const bool has = found != std::string::npos;
  switch (function) {
    case Function::kContains: return has;
    case Function::kStartsWith: return first.starts_with(second);
    case Function::kSubstringBefore: return has ? first.substr(0, found) : std::string();
    case Function::kSubstringAfter:
      return has ? first.substr(found + second.size()) : std::string();
    case Function::kTranslate: return translate(first, second, arguments[2]);
    default: break;
  }
  std::string all;
  for (const std::string& argument : arguments) all += argument;
  cut_text(all, kMaxString);
  return all;
}

// Positions are counted in characters, from 1.
std::string XPathEvaluator::substring(const Term& term, const XPathContext& context) {
  const std::string text = to_string(evaluate(term.operands[0], context));
  if (!spend_on(text)) return {};
  const double begin = round_half_up(to_number(evaluate(term.operands[1], context)));
  double end = std::numeric_limits<double>::infinity();
  if (term.operands.size() > 2) {
    end = begin + round_half_up(to_number(evaluate(term.operands[2], context)));
  }
  std::string out;
  double position = 0;
  for (const std::string_view character : characters_of(text)) {
    ++position;
    if (position >= begin && position < end) out += character;
  }
  return out;
}

NodeSet XPathEvaluator::nodes_with_ids(const XPathValue& ids) {
  std::string wanted;
  if (const auto* const nodes = std::get_if<NodeSet>(&ids)) {
    for (const XPathNode node : *nodes) wanted += string_of(node) + " ";
    cut_text(wanted, kMaxString);
  } else {
    wanted = to_string(ids);
  }
  std::vector<std::string_view> words;
  for (size_t i = 0; i < wanted.size();) {
    size_t end = i;
    while (end < wanted.size() && !text::is_space(wanted[end])) ++end;
    if (end > i) words.push_back(std::string_view(wanted).substr(i, end - i));
    i = end + 1;
  }
  std::sort(words.begin(), words.end());
  NodeSet found;
  for (NodeId id = 0; id < document_.size() && spend(1); ++id) {
    const auto value = document_[id].attribute("id");
    if (value && std::binary_search(words.begin(), words.end(), *value)) found.push_back({id});
  }
  return found;
}

bool XPathEvaluator::has_language(NodeId node, std::string_view language) const {
  for (NodeId id = node; id != kNoNode; id = document_[id].parent) {
    auto value = document_[id].attribute("lang");
    if (!value) value = document_[id].attribute("xml:lang");
    if (!value) continue;
    return text::starts_with_ignoring_case(*value, language) &&
           (value->size() == language.size() || (*value)[language.size()] == '-');
  }
  return false;
}

}  // namespace freshet::dom
