#pragma once

#include <memory>
#include <string>
#include <vector>

#include "schedule/policy.h"

namespace freshet::simulate {

// A visit to a page and the visit before it, in days since the start of the world.
struct VisitInterval {
  schedule::Page page = 0;
  double last = 0;  // the previous visit to the page
  double now = 0;

  double days() const { return now - last; }
};

// Predicts whether a page of a site has changed, and learns from the results.
class ChangeModel {
 public:
  virtual ~ChangeModel() = default;
  // The first visit to a page, or the first after the page was deleted.
  virtual void added(schedule::Page page, double now) = 0;
  // The probability that this visit finds a change.
  virtual double predict(const VisitInterval& interval) = 0;
  virtual void learn(const VisitInterval& interval, bool changed) = 0;
};

struct NamedModel {
  std::string name;
  std::unique_ptr<ChangeModel> model;
};
// Returns a new model of each kind: the site's rate; changes divided by days of the page; the Gamma
// belief with several memories; the rate of the page's state; and the combination of these in the
// policy `optimal`.
std::vector<NamedModel> change_models();

}  // namespace freshet::simulate
