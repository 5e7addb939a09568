#include "collection/alias_suspect.h"

#include <algorithm>
#include <array>
#include <utility>

#include "collection/fixed_bytes.h"

namespace freshet::collection {
namespace {

using Verdict = AliasSample::Verdict;
using Canonical = AliasSample::Canonical;

constexpr std::string_view kRoot = "/";
constexpr size_t kLongestSite = 512;
// Samples are compared with the other site so many at a time.
constexpr uint32_t kNewsAtOnce = 8;

// In the order of preference.
constexpr std::array kAllEvidence = {Alias::Evidence::kRedirects, Alias::Evidence::kContent,
                                     Alias::Evidence::kCanonical};

bool is_different(const AliasSample& sample) {
  return sample.verdict == Verdict::kDiffers || sample.verdict == Verdict::kMissing;
}

bool has_content(const AliasSample& sample) {
  return sample.verdict != Verdict::kRedirect && sample.verdict != Verdict::kElsewhere;
}

bool supports(const AliasSample& sample, Alias::Evidence evidence) {
  switch (evidence) {
    case Alias::Evidence::kContent: return sample.verdict == Verdict::kSame;
    case Alias::Evidence::kRedirects: return sample.verdict == Verdict::kRedirect;
    case Alias::Evidence::kCanonical:
      return has_content(sample) && sample.canonical == Canonical::kThere;
  }
  return false;
}

bool contradicts(const AliasSample& sample, Alias::Evidence evidence) {
  switch (evidence) {
    case Alias::Evidence::kContent: return is_different(sample);
    case Alias::Evidence::kRedirects: return sample.verdict != Verdict::kRedirect;
    case Alias::Evidence::kCanonical:
      return sample.verdict == Verdict::kMissing || sample.verdict == Verdict::kElsewhere ||
             (has_content(sample) && sample.canonical == Canonical::kNotThere);
  }
  return true;
}

}  // namespace

const AliasSample* AliasSuspect::find(std::string_view path) const {
  const auto found = std::find_if(samples_.begin(), samples_.end(),
                                  [&](const AliasSample& one) { return one.path == path; });
  return found != samples_.end() ? &*found : nullptr;
}

// A full sample keeps what contradicts: the oldest of the others gives way.
void AliasSuspect::put(AliasSample sample) {
  if (sample.path.size() > kLongestPath) return;
  const auto known = std::find_if(samples_.begin(), samples_.end(),
                                  [&](const AliasSample& one) { return one.path == sample.path; });
  if (known != samples_.end()) {
    if (*known == sample) return;
    *known = std::move(sample);
    ++news_;
    return;
  }
  if (samples_.size() >= kMostSamples) {
    const auto oldest = std::find_if(samples_.begin(), samples_.end(), [](const AliasSample& one) {
      return one.path != kRoot && !is_different(one) && one.verdict != Verdict::kElsewhere;
    });
    if (oldest == samples_.end()) return;
    samples_.erase(oldest);
  }
  samples_.push_back(std::move(sample));
  ++news_;
}

void AliasSuspect::settle(std::string_view path, Verdict verdict) {
  for (AliasSample& sample : samples_) {
    if (sample.path == path) sample.verdict = verdict;
  }
}

size_t AliasSuspect::most_agreed() const {
  size_t most = 0;
  for (const auto evidence : kAllEvidence) {
    const auto agreed = std::count_if(samples_.begin(), samples_.end(), [&](const auto& one) {
      return one.path != kRoot && supports(one, evidence);
    });
    most = std::max(most, static_cast<size_t>(agreed));
  }
  return most;
}

bool AliasSuspect::is_worth_comparing(bool is_complete) const {
  if (news_ == 0) return false;
  if (news_ >= kNewsAtOnce || (is_complete && news_ >= kFewest)) return true;
  return !had_enough_ && most_agreed() >= kEnough;
}

void AliasSuspect::compared() {
  news_ = 0;
  had_enough_ = most_agreed() >= kEnough;
}

bool AliasSuspect::operator==(const AliasSuspect& other) const {
  return of_ == other.of_ && rejected_until == other.rejected_until && samples_ == other.samples_;
}

std::optional<Alias::Evidence> AliasSuspect::conclusion(bool is_complete, size_t enough) const {
  for (const auto evidence : kAllEvidence) {
    size_t agreed = 0;
    size_t others = 0;
    bool is_contradicted = false;
    for (const AliasSample& sample : samples_) {
      is_contradicted |= contradicts(sample, evidence);
      if (sample.path == kRoot) continue;
      ++(supports(sample, evidence) ? agreed : others);
    }
    if (is_contradicted) continue;
    // Pages that the other site does not have yet, or that change often, do not speak for it.
    const bool is_sufficient = agreed >= enough && others * 2 <= agreed;
    const bool is_all = is_complete && enough == kEnough && agreed >= kFewest && others == 0;
    if (is_sufficient || is_all) return evidence;
  }
  return std::nullopt;
}

bool AliasSuspect::is_root_canonical() const {
  return std::any_of(samples_.begin(), samples_.end(), [](const AliasSample& one) {
    return one.path == kRoot && supports(one, Alias::Evidence::kCanonical);
  });
}

bool AliasSuspect::names_as_canonical() const {
  return std::any_of(samples_.begin(), samples_.end(), [](const AliasSample& one) {
    return supports(one, Alias::Evidence::kCanonical);
  });
}

bool AliasSuspect::is_refuted() const {
  return std::any_of(samples_.begin(), samples_.end(), is_different) && !names_as_canonical();
}

Alias AliasSuspect::alias(Alias::Evidence evidence, Instant now) const {
  Alias alias{.of = of_, .since = now, .evidence = evidence, .checked = now};
  for (const AliasSample& sample : samples_) {
    if (sample.path == kRoot || !supports(sample, evidence)) continue;
    ++alias.pages;
    if (alias.examples.size() < Alias::kMostExamples) alias.examples.push_back(sample.path);
  }
  return alias;
}

std::string AliasSuspect::encode() const {
  std::string out;
  const std::string_view of = std::string_view(of_).substr(0, kLongestSite);
  write_number(out, of.size(), 2);
  out += of;
  write_time(out, rejected_until);
  write_number(out, samples_.size(), 1);
  for (const AliasSample& sample : samples_) {
    write_number(out, static_cast<uint8_t>(sample.verdict), 1);
    write_number(out, static_cast<uint8_t>(sample.canonical), 1);
    write_number(out, sample.path.size(), 1);
    out += sample.path;
  }
  return out;
}

std::optional<AliasSuspect> AliasSuspect::decode(std::string_view& bytes) {
  if (bytes.size() < 2) return std::nullopt;
  const size_t size = read_number(bytes, 2);
  if (bytes.size() < size + 9) return std::nullopt;
  AliasSuspect suspect{std::string(bytes.substr(0, size))};
  bytes.remove_prefix(size);
  suspect.rejected_until = read_time(bytes);
  const size_t count = read_number(bytes, 1);
  if (count > kMostSamples) return std::nullopt;
  for (size_t i = 0; i < count; ++i) {
    if (bytes.size() < 3) return std::nullopt;
    const uint64_t verdict = read_number(bytes, 1);
    const uint64_t canonical = read_number(bytes, 1);
    const size_t length = read_number(bytes, 1);
    const bool is_valid = verdict <= static_cast<uint64_t>(Verdict::kMissing) &&
                          canonical <= static_cast<uint64_t>(Canonical::kNotThere);
    if (!is_valid || bytes.size() < length) return std::nullopt;
    suspect.samples_.push_back({.path = std::string(bytes.substr(0, length)),
                                .verdict = static_cast<Verdict>(verdict),
                                .canonical = static_cast<Canonical>(canonical)});
    bytes.remove_prefix(length);
  }
  return suspect;
}

const AliasSuspect* AliasSuspects::find(std::string_view of) const {
  const auto found = std::find_if(all_.begin(), all_.end(),
                                  [&](const AliasSuspect& one) { return one.of() == of; });
  return found != all_.end() ? &*found : nullptr;
}

AliasSuspect* AliasSuspects::find(std::string_view of) {
  return const_cast<AliasSuspect*>(std::as_const(*this).find(of));
}

AliasSuspect& AliasSuspects::at(std::string_view of) {
  if (AliasSuspect* known = find(of)) return *known;
  if (all_.size() >= kMost) {
    all_.erase(std::min_element(all_.begin(), all_.end(), [](const auto& a, const auto& b) {
      return a.samples().size() < b.samples().size();
    }));
  }
  return all_.emplace_back(std::string(of));
}

void AliasSuspects::reject(std::string_view of, Instant until) {
  AliasSuspect& suspect = at(of);
  suspect = AliasSuspect(std::string(of));
  suspect.rejected_until = until;
}

std::string AliasSuspects::encode() const {
  std::string out;
  for (const AliasSuspect& suspect : all_) out += suspect.encode();
  return out;
}

AliasSuspects AliasSuspects::decode(std::string_view bytes) {
  AliasSuspects suspects;
  while (!bytes.empty() && suspects.all_.size() < kMost) {
    auto suspect = AliasSuspect::decode(bytes);
    if (!suspect) break;
    suspects.all_.push_back(*std::move(suspect));
  }
  return suspects;
}

}  // namespace freshet::collection
