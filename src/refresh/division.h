#pragma once

#include <algorithm>
#include <optional>

namespace freshet::refresh {

struct DivisionOptions {
  // The share of known pages; nullopt: by value.
  std::optional<double> known_share;
  // By value, both kinds of pages get at least this share. Known pages get exactly this share if
  // the policy does not say what a visit is worth.
  double floor = 0.2;
};

// Divides the budget between new pages and known pages, as long as there are both. By value, the
// kind whose next visit is worth more gets everything except the floor of the other kind. After the
// best pages of a kind are visited, the rest is worth less, so the shares settle where both kinds
// are worth the same.
class Division {
 public:
  explicit Division(const DivisionOptions& options) : options_(options) {}

  // Whether the next visit should be to a known page.
  bool known_is_next() const { return credit_ + share() >= 1; }
  void spent_on_known() { add_credit(share() - 1); }
  void spent_on_new() { add_credit(share()); }

  // The value of a visit, on the policy's scale.
  void set_known_worth(double worth) { known_worth_ = worth; }
  void add_new_worth(double worth);

  // Returns what the next visit to a page of the better kind is worth; 0 before it is known.
  double price() const { return std::max(known_worth_, new_worth_); }

  // Returns the share of known pages in the next visits.
  double share() const;

 private:
  void add_credit(double more);

  const DivisionOptions options_;
  double credit_ = 0;  // visits that known pages may have
  double known_worth_ = 0;
  double new_worth_ = 0;  // an average of the last ones, since the frontier decides which is next
};

}  // namespace freshet::refresh
