#pragma once

#include <memory>
#include <string>
#include <vector>

#include "schedule/policy.h"

namespace freshet::simulate {

// A visit, as a model of change is asked about it: days since the first visit of all.
struct Look {
  schedule::Page page = 0;
  double last = 0;  // the page's visit before
  double now = 0;

  double days() const { return now - last; }
};

// Foretells whether a page of a site will have changed, and learns from what it is told after.
class ChangeModel {
 public:
  virtual ~ChangeModel() = default;
  // A page's first visit, perhaps not for the first time.
  virtual void added(schedule::Page page, double now) = 0;
  // The probability that this visit finds a change.
  virtual double foretell(const Look& look) = 0;
  virtual void learn(const Look& look, bool changed) = 0;
};

struct NamedModel {
  std::string name;
  std::unique_ptr<ChangeModel> model;
};
// One of each, fresh: the site's rate; changes over days of the page; the Gamma belief with several
// memories; the rate of the page's state; and what `optimal` puts together of these.
std::vector<NamedModel> change_models();

}  // namespace freshet::simulate
