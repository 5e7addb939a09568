#include "collection/site_profile.h"

#include <algorithm>
#include <limits>

#include "collection/fixed_bytes.h"

namespace freshet::collection {
namespace {

// After this many unchanged contents in a row that were sent despite the condition, the next form
// is tried.
constexpr uint8_t kPatience = 4;

// Tag of the site's presence, the last of the tagged parts before the conditions. No Conditions
// begin with it. A part is left out if there is no data for it.
constexpr char kPresence = '\x50';
// Tag of the last failure, which is the first part.
constexpr char kFailure = '\x46';
// Tag of a wall, after it.
constexpr char kWall = '\x57';
// Tag of the recipes, between suspects and addresses.
constexpr char kRecipes = '\x52';
// Tags of what concerns aliases, between the two, in this order.
constexpr char kAlias = '\x41';
constexpr char kSuspects = '\x53';
constexpr char kAddresses = '\x44';
constexpr size_t kAddressBytes = 8;

void count(uint8_t& counter) {
  if (counter < std::numeric_limits<uint8_t>::max()) ++counter;
}

// A part is its tag, one byte with its length, and its bytes.
void append_part(char tag, const std::string& part, std::string& bytes) {
  bytes.push_back(tag);
  bytes.push_back(static_cast<char>(part.size()));
  bytes += part;
}

std::optional<std::string_view> take_part(char tag, std::string_view& bytes) {
  if (bytes.size() <= 2 || bytes[0] != tag) return std::nullopt;
  const size_t size = static_cast<uint8_t>(bytes[1]);
  const std::string_view part = bytes.substr(2, size);
  bytes.remove_prefix(2 + part.size());
  return part;
}

// The same with two bytes for the length.
void append_long_part(char tag, const std::string& part, std::string& bytes) {
  bytes.push_back(tag);
  write_number(bytes, part.size(), 2);
  bytes += part;
}

std::optional<std::string_view> take_long_part(char tag, std::string_view& bytes) {
  if (bytes.size() <= 3 || bytes[0] != tag) return std::nullopt;
  bytes.remove_prefix(1);
  const size_t size = read_number(bytes, 2);
  const std::string_view part = bytes.substr(0, size);
  bytes.remove_prefix(part.size());
  return part;
}

// Leaves what follows the part with the alias.
std::optional<std::string_view> take_alias(std::string_view& bytes) {
  take_part(kFailure, bytes);
  take_part(kWall, bytes);
  return take_long_part(kAlias, bytes);
}

std::vector<uint64_t> read_addresses(std::string_view part) {
  std::vector<uint64_t> addresses;
  while (part.size() >= kAddressBytes && addresses.size() < SiteProfile::kMostAddresses) {
    addresses.push_back(read_number(part, kAddressBytes));
  }
  return addresses;
}

void append_addresses(const std::vector<uint64_t>& addresses, std::string& bytes) {
  if (addresses.empty()) return;
  std::string part;
  for (const uint64_t key : addresses) write_number(part, key, kAddressBytes);
  append_part(kAddresses, part, bytes);
}

void append_recipes(const std::vector<RecipeHealth>& recipes, std::string& bytes) {
  if (recipes.empty()) return;
  std::string part;
  for (const RecipeHealth& one : recipes) part += one.encode();
  append_long_part(kRecipes, part, bytes);
}

std::vector<RecipeHealth> read_recipes(std::string_view part) {
  std::vector<RecipeHealth> recipes;
  while (!part.empty() && recipes.size() < SiteProfile::kMostRecipes) {
    auto one = RecipeHealth::take(part);
    if (!one) break;
    recipes.push_back(*std::move(one));
  }
  return recipes;
}

bool add(uint64_t key, std::vector<uint64_t>& addresses) {
  if (std::find(addresses.begin(), addresses.end(), key) != addresses.end()) return false;
  addresses.insert(addresses.begin(), key);
  if (addresses.size() > SiteProfile::kMostAddresses) addresses.pop_back();
  return true;
}

}  // namespace

http::HeaderMap Conditions::headers(const http::Validators& validators) const {
  http::Validators sent = validators;
  // Wrong validators are found only by chance: more than one in ten is too many.
  const bool lies = lies_ > 0 && lies_ * 10 > honest_;
  if (lies || form_ == Form::kNone) return http::HeaderMap();
  if (form_ == Form::kTagAlone && !sent.etag.empty()) sent.last_modified.reset();
  if (form_ == Form::kDateAlone && sent.last_modified) sent.etag.clear();
  return http::conditional_headers(sent);
}

void Conditions::answered(bool not_modified, bool had_both) {
  if (not_modified) {
    count(answers_);
    useless_ = 0;
    return;
  }
  // With only one validator there is no other form to try.
  if (!had_both) return;
  count(useless_);
  if (useless_ < kPatience || answers_ > 0) return;
  form_ = static_cast<Form>(std::min(static_cast<int>(form_) + 1, static_cast<int>(Form::kNone)));
  useless_ = 0;
}

void Conditions::compared(bool changed) {
  count(changed ? lies_ : honest_);
}

void Conditions::encode(std::string& out) const {
  for (const uint8_t byte : {static_cast<uint8_t>(form_), answers_, useless_, honest_, lies_}) {
    out.push_back(static_cast<char>(byte));
  }
}

Conditions Conditions::decode(std::string_view bytes) {
  Conditions conditions;
  if (bytes.size() != kBytes || static_cast<uint8_t>(bytes[0]) > 3) return conditions;
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(bytes[i]); };
  conditions.form_ = static_cast<Form>(byte(0));
  conditions.answers_ = byte(1);
  conditions.useless_ = byte(2);
  conditions.honest_ = byte(3);
  conditions.lies_ = byte(4);
  return conditions;
}

std::string SiteProfile::encode() const {
  std::string bytes;
  if (failure) append_part(kFailure, failure->encode(), bytes);
  if (wall) append_part(kWall, wall->encode(), bytes);
  if (alias) append_long_part(kAlias, alias->encode(), bytes);
  if (!suspects.empty()) append_long_part(kSuspects, suspects.encode(), bytes);
  append_recipes(recipes, bytes);
  append_addresses(addresses, bytes);
  if (presence != SitePresence()) append_part(kPresence, presence.encode(), bytes);
  conditions.encode(bytes);
  load.encode(bytes);
  return bytes;
}

bool SiteProfile::has_failure(std::string_view bytes) {
  return bytes.starts_with(kFailure);
}

bool SiteProfile::has_wall(std::string_view bytes) {
  take_part(kFailure, bytes);
  return bytes.starts_with(kWall);
}

bool SiteProfile::has_alias(std::string_view bytes) {
  return take_alias(bytes).has_value();
}

bool SiteProfile::has_suspects(std::string_view bytes) {
  take_alias(bytes);
  return bytes.starts_with(kSuspects);
}

RecipeHealth* SiteProfile::health_of(std::string_view recipe) {
  for (RecipeHealth& one : recipes) {
    if (one.recipe() == recipe) return &one;
  }
  if (recipes.size() == kMostRecipes) return nullptr;
  return &recipes.emplace_back(std::string(recipe));
}

bool SiteProfile::add_address(uint64_t key) {
  return add(key, addresses);
}

// The conditions always follow, so there is something to take even from a profile without parts.
bool SiteProfile::add_address(std::string& bytes, uint64_t key) {
  if (bytes.empty()) bytes = SiteProfile().encode();
  std::string_view rest = bytes;
  take_alias(rest);
  take_long_part(kSuspects, rest);
  take_long_part(kRecipes, rest);
  const size_t before = bytes.size() - rest.size();
  const auto part = take_part(kAddresses, rest);
  std::vector<uint64_t> addresses;
  if (part) addresses = read_addresses(*part);
  if (!add(key, addresses)) return false;
  std::string changed = bytes.substr(0, before);
  append_addresses(addresses, changed);
  changed += rest;
  bytes = std::move(changed);
  return true;
}

SiteProfile SiteProfile::decode(std::string_view bytes) {
  SiteProfile profile;
  if (const auto part = take_part(kFailure, bytes)) profile.failure = SiteFailure::decode(*part);
  if (const auto part = take_part(kWall, bytes)) profile.wall = Wall::decode(*part);
  if (const auto part = take_long_part(kAlias, bytes)) profile.alias = Alias::decode(*part);
  if (const auto part = take_long_part(kSuspects, bytes)) {
    profile.suspects = AliasSuspects::decode(*part);
  }
  if (const auto part = take_long_part(kRecipes, bytes)) profile.recipes = read_recipes(*part);
  if (const auto part = take_part(kAddresses, bytes)) profile.addresses = read_addresses(*part);
  if (const auto part = take_part(kPresence, bytes)) profile.presence = SitePresence::decode(*part);
  if (bytes.size() < Conditions::kBytes) return profile;
  profile.conditions = Conditions::decode(bytes.substr(0, Conditions::kBytes));
  if (auto load = schedule::LoadProfile::decode(bytes.substr(Conditions::kBytes))) {
    profile.load = *load;
  }
  return profile;
}

}  // namespace freshet::collection
