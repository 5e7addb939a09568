#include "extract/page_sources.h"

#include <optional>

#include "extract/element_value.h"
#include "extract/item_graph.h"
#include "extract/json_ld.h"
#include "extract/microdata.h"
#include "extract/rdfa.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

// A <meta> with a name; one with a property and a name counts as two.
struct Meta {
  std::string name;  // in lower case
  std::string_view content;
};

bool is_json_ld(const dom::Node& node) {
  if (node.kind != dom::NodeKind::kElement || node.tag != parse::Tag::kScript) return false;
  const std::string_view type = node.attribute("type").value_or("");
  return text::equals_ignoring_case(text::trim(type.substr(0, type.find(';'))),
                                    "application/ld+json");
}

}  // namespace

struct PageSources::State {
  const dom::Document& document;
  dom::WorkBudget& budget;
  SourceLimits limits;
  std::optional<ItemGraph> json_ld, microdata, rdfa;
  std::optional<std::vector<Meta>> meta;
  std::vector<std::string> remarks;

  const ItemGraph& items(Source::Kind kind);
  const ItemGraph& finished(const ItemGraph& graph, std::string_view kind);
  void read_json_ld(ItemGraph& graph);
  void read_meta();
  std::vector<std::string> meta_values(std::string_view name, size_t most);
};

PageSources::PageSources(const dom::Document& document, dom::WorkBudget& budget,
                         const SourceLimits& limits)
    : state_(new State{document, budget, limits, {}, {}, {}, {}, {}}) {}
PageSources::~PageSources() = default;

const std::vector<std::string>& PageSources::remarks() const {
  return state_->remarks;
}

std::vector<std::string> PageSources::values(const Source& source, size_t most) {
  if (source.path.empty()) return {};
  if (source.kind == Source::Kind::kMeta) return state_->meta_values(source.path[0], most);
  return state_->items(source.kind).values(source, most, state_->budget);
}

const ItemGraph& PageSources::State::items(Source::Kind kind) {
  if (kind == Source::Kind::kJsonLd) {
    if (json_ld) return *json_ld;
    read_json_ld(json_ld.emplace(limits));
    return finished(*json_ld, "JSON-LD");
  }
  if (kind == Source::Kind::kMicrodata) {
    if (microdata) return *microdata;
    MicrodataReader(document, microdata.emplace(limits), budget, limits).read();
    return finished(*microdata, "microdata");
  }
  if (rdfa) return *rdfa;
  RdfaReader(document, rdfa.emplace(limits), budget, limits).read();
  return finished(*rdfa, "RDFa");
}

const ItemGraph& PageSources::State::finished(const ItemGraph& graph, std::string_view kind) {
  if (graph.is_full() || budget.steps == 0) {
    remarks.push_back("The page has more " + std::string(kind) + " than is read of a page");
  }
  return graph;
}

void PageSources::State::read_json_ld(ItemGraph& graph) {
  JsonLdReader reader(graph, budget, limits.max_depth);
  const dom::NodeId root = dom::kDocumentNode;
  for (dom::NodeId id = root; id != dom::kNoNode; id = document.next_in_order(id, root)) {
    if (!budget.spend(1)) return;
    if (!is_json_ld(document[id])) continue;
    const std::string script = text_inside(document, id, limits.max_bytes + 1, budget);
    const std::string reason =
        script.size() > limits.max_bytes
            ? "it is longer than " + std::to_string(limits.max_bytes) + " bytes"
            : reader.add(script);
    if (reason.empty()) continue;
    remarks.push_back("The JSON-LD in line " + std::to_string(document[id].line) +
                      " is left out: " + reason);
  }
}

void PageSources::State::read_meta() {
  meta.emplace();
  const dom::NodeId root = dom::kDocumentNode;
  for (dom::NodeId id = root; id != dom::kNoNode; id = document.next_in_order(id, root)) {
    const dom::Node& node = document[id];
    if (!budget.spend(1) || meta->size() >= limits.max_properties) return;
    if (node.kind != dom::NodeKind::kElement || node.tag != parse::Tag::kMeta) continue;
    const std::string_view content = text::trim(node.attribute("content").value_or(""));
    if (content.empty() || content.size() > limits.max_value_bytes) continue;
    for (const char* attribute : {"property", "name"}) {
      const auto name = node.attribute(attribute);
      if (!name || name->size() > limits.max_value_bytes) continue;
      meta->push_back({text::lower_case(text::trim(*name)), content});
    }
  }
}

// A name that both attributes of a <meta> have gives its content once.
std::vector<std::string> PageSources::State::meta_values(std::string_view name, size_t most) {
  if (!meta) read_meta();
  std::vector<std::string> found;
  const char* last = nullptr;
  for (const Meta& candidate : *meta) {
    if (found.size() >= most || !budget.spend(1)) break;
    if (candidate.name != name || candidate.content.data() == last) continue;
    found.emplace_back(candidate.content);
    last = candidate.content.data();
  }
  return found;
}

}  // namespace freshet::extract
