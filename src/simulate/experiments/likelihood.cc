#include "simulate/experiments/likelihood.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "simulate/engine.h"
#include "simulate/experiments/chance.h"
#include "simulate/experiments/experiments.h"

namespace freshet::simulate {
namespace {

using schedule::Page;

// Predicted probabilities are limited to this and 1 minus this: otherwise a model that predicts
// "never" and is wrong once would have a score of minus infinity.
constexpr double kMinProbability = 1e-3;

constexpr uint64_t kMinVisits = 1'000;  // hosts with fewer do not count in the mean

// A policy that visits pages at fixed intervals. Before each visit it obtains the models'
// probabilities of a change.
class FixedIntervals final : public schedule::Policy {
 public:
  FixedIntervals(const World& world, std::span<const NamedModel> models)
      : start_(world.start),
        measured_from_((world.end - world.start).in_days() / 5),
        models_(models),
        last_(world.pages.size()),
        scores_{.log_likelihoods = std::vector<double>(models.size())} {}

  void add(Page page, const schedule::PageFacts&, Instant now) override {
    last_[page] = days(now);
    for (const NamedModel& each : models_) each.model->added(page, days(now));
    // Random first intervals, so that pages that were added together are not visited together.
    Chance chance(page);
    due_.push({days(now) + interval(page) * chance.between(0.5, 1.5), page});
  }
  std::optional<Page> next(Instant now) override {
    if (due_.empty() || due_.top().at > days(now)) return std::nullopt;
    const Page page = due_.top().page;
    due_.pop();
    return page;
  }
  Instant wake() const override {
    if (due_.empty()) return Instant::never();
    return start_ + Duration::from_seconds(due_.top().at * 86'400) + Duration::microseconds(1);
  }
  void visited(Page page, const schedule::Seen& seen, Instant now) override {
    const VisitInterval visit{.page = page, .last = last_[page], .now = days(now)};
    const bool measured = visit.now >= measured_from_;
    for (size_t i = 0; i < models_.size(); ++i) {
      ChangeModel& model = *models_[i].model;
      const double change = std::clamp(model.predict(visit), kMinProbability, 1 - kMinProbability);
      if (measured) scores_.log_likelihoods[i] += std::log(seen.changed ? change : 1 - change);
      model.learn(visit, seen.changed);
    }
    if (measured) {
      ++scores_.visits;
      scores_.changed += seen.changed ? 1 : 0;
    }
    last_[page] = visit.now;
    due_.push({visit.now + interval(page), page});
  }
  void removed(Page, Instant) override {}
  std::string explain(Page, Instant) const override { return "every so many days"; }

  PredictionScores result() const {
    PredictionScores result = scores_;
    const double visits = std::max(static_cast<double>(result.visits), 1.0);
    for (double& sum : result.log_likelihoods) sum /= visits;
    result.changed /= visits;
    return result;
  }

 private:
  struct Due {
    double at;
    Page page;
    bool operator<(const Due& other) const { return at > other.at; }
  };
  double days(Instant now) const { return (now - start_).in_days(); }
  static double interval(Page page) { return page % 2 == 0 ? 5 : 20; }

  const Instant start_;
  const double measured_from_;
  const std::span<const NamedModel> models_;
  std::vector<double> last_;
  std::priority_queue<Due> due_;
  PredictionScores scores_;
};

}  // namespace

PredictionScores predict_visits(const World& world, std::span<const NamedModel> models) {
  FixedIntervals policy(world, models);
  // The budget is more than is needed, so that all intervals are kept.
  run(world, policy, {.visits_per_page_day = 2});
  return policy.result();
}

Table likelihood_experiment(const ExperimentInput& input) {
  Table table{
      .title = "How well models of change predict the next visit",
      .assumptions =
          {"Mean over visits of the logarithm of the probability that was given to the result of "
           "the visit, changed or not; 0 is perfect, more is better. Probabilities are limited to "
           "0.001 and 0.999.",
           "Every other page each 5 days, the others each 20; each host by itself; the first "
           "fifth of the time is for learning alone. The mean is of hosts with 1,000 visits.",
           "site: the rate of all pages. ratio: changes over days of the page. Gamma: the belief, "
           "prior fitted to the site monthly, with the memory named. state: the rate by time since "
           "the last change and share of changes among eight visits. state, page: both. as "
           "optimal: that on the site's clock, also where a site has few pages."},
      .columns = {{"host", 0}, {"visits", 0}, {"changed %", 1}}};
  for (const NamedModel& each : change_models()) table.columns.push_back({each.name, 4});
  std::vector<double> sums;
  double counted = 0;
  for (schedule::Site host = 0; host < input.histories->hosts.size(); ++host) {
    if (input.progress) input.progress(input.histories->hosts[host]);
    const PredictionScores scores = predict_visits(input.histories->only(host), change_models());
    auto& row = table.rows.emplace_back();
    row = {input.histories->hosts[host], static_cast<double>(scores.visits), 100 * scores.changed};
    for (const double each : scores.log_likelihoods) row.emplace_back(each);
    sums.resize(scores.log_likelihoods.size());
    if (scores.visits < kMinVisits) continue;
    ++counted;
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += scores.log_likelihoods[i];
  }
  auto& mean = table.rows.emplace_back();
  mean = {"mean of hosts", Cell(), Cell()};
  for (const double sum : sums) mean.emplace_back(sum / std::max(counted, 1.0));
  return table;
}

}  // namespace freshet::simulate
