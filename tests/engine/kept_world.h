#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "aquarium/world.h"
#include "engine/engine_world.h"

namespace freshet::test {

// The synthetic web of the aquarium, without sockets. Its pages are collected once and then kept
// fresh by a run. The results are compared with the truth: what the web served and changed, and
// when.
class KeptWorld : public EngineWorld {
 protected:
  // A small world without faults: 12 hosts with 40 pages each. As on the web, many pages never
  // change, and sites differ.
  static aquarium::WorldOptions small_world();
  void start(const aquarium::WorldOptions& world);

  // Sets the policy and the budget of the run.
  void set_run(const std::string& policy, double visits_per_page_day);

  // Collects everything once, then keeps it fresh for this time.
  void keep(double days);

  struct Page {
    double weight = 1;
    std::string host;
    std::vector<Instant> changes;
    std::vector<Instant> visits;  // answered with content or 304
  };
  using Which = std::function<bool(const Page&)>;
  // The weight of current copies divided by that of all copies, over this time.
  double freshness(Instant from, Instant until, const Which& which = nullptr) const;
  // The freshness in the last two thirds of the run, and the prediction of the simulator for the
  // same pages, changes and budget; it has no sitemaps and no failures.
  double measured_freshness(const Which& which = nullptr) const;
  double predicted_freshness(const std::string& policy, double visits_per_page_day) const;

  struct Served {
    Instant at;  // of the answer
    std::string host;
    std::string target;
    int status = 0;  // 0: no answer at all
    std::string url() const { return "http://" + host + target; }
  };
  // The answers during the run, without those of the first collection.
  std::vector<Served> served() const;

  // Called with the answer to `status`, every three requests.
  virtual void observe(const collection::StatusReport&) {}

  static constexpr Instant kNewYear = Instant::from_unix_seconds(1'767'225'600);  // of 2026

  std::unique_ptr<aquarium::World> world_;
  std::vector<Served> all_served_;
  Instant begin_;  // of the run, after everything was collected
  Instant end_;
  uint64_t requests_ = 0;
  double believed_ = 0;                // in the last two thirds
  std::map<std::string, Page> pages_;  // by URL

 private:
  fetch::Outcome serve(const Hit& hit);
  Duration time_of(const fetch::Request& request) const;
  void watch_belief(Duration lead, Instant measured_from);
  void read_truth();

  size_t collected_with_ = 0;  // answers
  uint64_t nonce_ = 0;
  double sum_of_beliefs_ = 0;
  int beliefs_ = 0;
};

}  // namespace freshet::test
