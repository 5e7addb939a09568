#pragma once

#include <optional>

namespace freshet::refresh {

struct DivisionOptions {
  // Of the budget, for pages that are known; none: by value.
  std::optional<double> known_share;
  // By value, either side gets at least this share; known pages get no more of it where the policy
  // does not say what a visit is worth.
  double floor = 0.2;
};

// Divides the budget between pages that are new and pages that are known, as long as there are
// both. By value: whichever side's next visit is worth more gets all but the other's floor. As the
// best of a side are visited, what is left of it is worth less, so that shares settle where both
// are worth the same.
class Division {
 public:
  explicit Division(const DivisionOptions& options) : options_(options) {}

  // Whether the next visit should be to a page that is known.
  bool known_is_next() const { return owed_ + share() >= 1; }
  void spent_on_known() { owe(share() - 1); }
  void spent_on_new() { owe(share()); }

  // What a visit was found to be worth, on the policy's scale.
  void known_is_worth(double worth) { known_worth_ = worth; }
  void new_is_worth(double worth);

  // Of the next visits, for pages that are known.
  double share() const;

 private:
  void owe(double more);

  const DivisionOptions options_;
  double owed_ = 0;  // visits to known pages
  double known_worth_ = 0;
  double new_worth_ = 0;  // of the last ones, on average: which is next is the frontier's to say
};

}  // namespace freshet::refresh
