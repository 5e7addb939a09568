#include "change/availability.h"

#include <algorithm>
#include <cmath>

#include "result/check.h"

namespace freshet::change {
namespace {

// The weights, in observations, of all classes beside one class, and of the guess beside all
// classes.
constexpr double kWeightOfAll = 5;
constexpr double kWeightOfGuess = 2;

constexpr int kVisits = Availability::kVisits;

size_t successes(std::span<const Outcome> outcomes) {
  return static_cast<size_t>(std::count(outcomes.begin(), outcomes.end(), Outcome::kSuccess));
}

// `five` has exactly five visits.
size_t state_of(std::span<const Outcome> five) {
  return 2 * successes(five) + (five.back() == Outcome::kSuccess ? 1 : 0);
}

// The probability of `k` successes in the next five visits, if the rate of success has a
// Beta(yes, no) distribution.
double beta_binomial(int k, double yes, double no) {
  const auto log_beta = [](double a, double b) {
    return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
  };
  const double choose =
      std::lgamma(kVisits + 1) - std::lgamma(k + 1) - std::lgamma(kVisits - k + 1);
  return std::exp(choose + log_beta(k + yes, kVisits - k + no) - log_beta(yes, no));
}

}  // namespace

Availability::Availability(int site_classes) : all_{}, classes_(static_cast<size_t>(site_classes)) {
  FRESHET_CHECK(site_classes > 0, "no site classes");
}

void Availability::Cell::add(const Cell& other, double weight) {
  for (size_t i = 0; i < next.size(); ++i) next[i] += weight * other.next[i];
  succeeded += weight * other.succeeded;
  seen += weight * other.seen;
}

void Availability::learn(int site_class, std::span<const Outcome> outcomes) {
  States& own = classes_.at(static_cast<size_t>(site_class));
  for (size_t i = 0; i + 2 * kVisits <= outcomes.size(); ++i) {
    const size_t state = state_of(outcomes.subspan(i, kVisits));
    const auto next = outcomes.subspan(i + kVisits, kVisits);
    Cell seen{.next = {}, .succeeded = next.front() == Outcome::kSuccess ? 1.0 : 0.0, .seen = 1};
    seen.next[successes(next)] = 1;
    own[state].add(seen, 1);
    all_[state].add(seen, 1);
  }
}

// Returns what is expected to follow a state before anything was observed, as shares.
Availability::Cell Availability::guess(size_t state) {
  const size_t succeeded = state / 2;
  const double last = state % 2 == 1 ? 1 : 0;
  const double yes = static_cast<double>(succeeded) + 0.1 + last;
  const double no = static_cast<double>(kVisits - succeeded) + 0.1 + (1 - last);
  Cell guess{.next = {}, .succeeded = yes / (yes + no), .seen = 1};
  for (int k = 0; k <= kVisits; ++k) guess.next[static_cast<size_t>(k)] = beta_binomial(k, yes, no);
  return guess;
}

// Returns what follows the state as shares: its `seen` is 1.
Availability::Cell Availability::of_state(size_t site_class, size_t state) const {
  static const States kGuesses = [] {
    States guesses;
    for (size_t i = 0; i < kStates; ++i) guesses[i] = guess(i);
    return guesses;
  }();
  Cell general = all_[state];
  general.add(kGuesses[state], kWeightOfGuess);
  Cell special = classes_[site_class][state];
  special.add(general, kWeightOfAll / general.seen);
  Cell shares;
  shares.add(special, 1 / special.seen);
  return shares;
}

Availability::Cell Availability::expected(int site_class, std::span<const Outcome> outcomes) const {
  const auto own = static_cast<size_t>(site_class);
  FRESHET_CHECK(own < classes_.size(), "no such site class");
  if (!outcomes.empty()) {
    std::array<Outcome, kVisits> last;
    last.fill(outcomes.front());
    const size_t known = std::min(outcomes.size(), last.size());
    std::copy(outcomes.end() - static_cast<std::ptrdiff_t>(known), outcomes.end(),
              last.end() - static_cast<std::ptrdiff_t>(known));
    return of_state(own, state_of(last));
  }
  // The average over all states, each weighted by how often it was observed. A page that always
  // succeeded is added once, so that the sum is never empty.
  Cell mixed = of_state(own, kStates - 1);
  for (size_t state = 0; state < kStates; ++state) {
    mixed.add(of_state(own, state), classes_[own][state].seen);
  }
  Cell shares;
  shares.add(mixed, 1 / mixed.seen);
  return shares;
}

Availability::Shares Availability::predict(int site_class,
                                           std::span<const Outcome> outcomes) const {
  return expected(site_class, outcomes).next;
}

double Availability::next_succeeds(int site_class, std::span<const Outcome> outcomes) const {
  return expected(site_class, outcomes).succeeded;
}

}  // namespace freshet::change
