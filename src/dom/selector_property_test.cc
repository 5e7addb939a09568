// Compares combinators with a reading that tries every candidate, on random trees and selectors.
#include <algorithm>
#include <random>

#include "dom/selector.h"
#include "gtest/gtest.h"

namespace freshet::dom {
namespace {

constexpr unsigned kSeed = 20240611;

struct Step {
  char combinator;  // before the name; of the first step ' '
  std::string name;
};

class RandomPage {
 public:
  explicit RandomPage(std::mt19937& random) : random_(random) {}

  std::string html(int depth) {
    std::string out;
    const int children = pick(depth == 0 ? 1 : 4);
    for (int i = 0; i <= children; ++i) {
      const std::string tag = name();
      out += "<" + tag + ">";
      if (depth > 0 && pick(3) > 0) out += html(depth - 1);
      if (pick(4) == 0) out += "text";
      out += "</" + tag + ">";
    }
    return out;
  }

  std::vector<Step> steps() {
    std::vector<Step> steps;
    const int count = 2 + pick(4);
    for (int i = 0; i < count; ++i) steps.push_back({i == 0 ? ' ' : " >+~"[pick(4)], name()});
    return steps;
  }

  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

 private:
  std::string name() { return std::string("x-") + "abc"[pick(3)]; }

  std::mt19937& random_;
};

NodeId previous_element(const Document& document, NodeId id) {
  do {
    id = document[id].previous;
  } while (id != kNoNode && document[id].kind != NodeKind::kElement);
  return id;
}

// Whether the first `count` steps match with their last one at the element. `anchor`, if there is
// one, must be what the combinator of the first step points to.
bool matches(const Document& document, const std::vector<Step>& steps, size_t count, NodeId id,
             NodeId anchor) {
  if (count == 0) return id == anchor;
  if (id == kNoNode || document[id].name != steps[count - 1].name) return false;
  if (count == 1 && anchor == kNoNode) return true;
  const char combinator = steps[count - 1].combinator;
  const bool goes_up = combinator == ' ' || combinator == '>';
  const bool repeats = combinator == ' ' || combinator == '~';
  NodeId candidate = id;
  do {
    candidate = goes_up ? document[candidate].parent : previous_element(document, candidate);
    if (candidate == kNoNode || candidate == kDocumentNode) return false;
    if (matches(document, steps, count - 1, candidate, anchor)) return true;
  } while (repeats);
  return false;
}

std::vector<NodeId> elements(const Document& document) {
  std::vector<NodeId> all;
  NodeId id = document.next_in_order(kDocumentNode, kDocumentNode);
  for (; id != kNoNode; id = document.next_in_order(id, kDocumentNode)) {
    if (document[id].kind == NodeKind::kElement) all.push_back(id);
  }
  return all;
}

std::string to_text(const std::vector<Step>& steps) {
  std::string text;
  for (const Step& step : steps) text += std::string(1, step.combinator) + step.name;
  return text;
}

std::vector<NodeId> select(const Document& document, const std::string& text) {
  WorkBudget budget;
  return Selector::parse(text)->select(document, kDocumentNode, SIZE_MAX, budget);
}

TEST(SelectorProperties, CombinatorsFindWhatTryingEverythingFinds) {
  std::mt19937 random(kSeed);
  RandomPage page(random);
  size_t selected = 0;
  for (int round = 0; round < 300; ++round) {
    const std::string html = page.html(5);
    const Document document = parse_document(html);
    const auto all = elements(document);
    for (int i = 0; i < 20; ++i) {
      const auto steps = page.steps();
      std::vector<NodeId> expected;
      for (const NodeId id : all) {
        if (matches(document, steps, steps.size(), id, kNoNode)) expected.push_back(id);
      }
      selected += expected.size();
      ASSERT_EQ(select(document, to_text(steps)), expected)
          << to_text(steps) << " in " << html << ", seed " << kSeed;
    }
  }
  EXPECT_GT(selected, 1000u);
}

TEST(SelectorProperties, HasFindsWhatTryingEverythingFinds) {
  std::mt19937 random(kSeed);
  RandomPage page(random);
  size_t selected = 0;
  for (int round = 0; round < 100; ++round) {
    const std::string html = page.html(4);
    const Document document = parse_document(html);
    const auto all = elements(document);
    for (int i = 0; i < 10; ++i) {
      auto steps = page.steps();
      steps.resize(1 + static_cast<size_t>(page.pick(3)) % steps.size());
      steps[0].combinator = " >+~"[page.pick(4)];
      std::vector<NodeId> expected;
      for (const NodeId anchor : all) {
        const bool has = std::any_of(all.begin(), all.end(), [&](NodeId id) {
          return matches(document, steps, steps.size(), id, anchor);
        });
        if (has) expected.push_back(anchor);
      }
      selected += expected.size();
      ASSERT_EQ(select(document, ":has(" + to_text(steps) + ")"), expected)
          << to_text(steps) << " in " << html << ", seed " << kSeed;
    }
  }
  EXPECT_GT(selected, 1000u);
}

}  // namespace
}  // namespace freshet::dom
