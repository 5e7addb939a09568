#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// The words of which shops are made. All are ASCII.
namespace freshet::aquarium {

// The names of the categories, as in /c/NAME.
inline constexpr std::array<std::string_view, 12> kCategories = {
    "lamps", "chairs", "tables", "kitchen", "garden",  "tools",
    "bags",  "shoes",  "books",  "toys",    "cameras", "bicycles"};

inline constexpr std::array<std::string_view, 8> kColours = {"red",   "blue",  "green", "black",
                                                             "white", "brown", "grey",  "yellow"};

// Some have characters that HTML must escape.
inline constexpr std::array<std::string_view, 24> kBrands = {"Aldermoor",   "Brandt & Sohn",
                                                             "Calder",      "Dovetail",
                                                             "Ember & Ash", "Farrow",
                                                             "Glenmark",    "Holt",
                                                             "Ironside",    "Juniper",
                                                             "Kestrel",     "Lund & Dahl",
                                                             "Marlow",      "Northway",
                                                             "Oakridge",    "Pell",
                                                             "Quill",       "Rowan",
                                                             "Stellan",     "Thorne",
                                                             "Umber",       "Vale & Daughters",
                                                             "Wick",        "Yarrow"};

inline constexpr std::array<std::string_view, 10> kMaterials = {
    "oak", "steel", "cotton", "leather", "glass", "wool", "bamboo", "linen", "aluminium", "clay"};

inline constexpr std::array<std::string_view, 10> kCountries = {
    "Korea", "Portugal", "Finland", "Vietnam", "Italy",
    "Japan", "Poland",   "Mexico",  "Denmark", "India"};

inline constexpr std::array<std::string_view, 32> kGivenNames = {
    "ada",  "bela", "cora", "dana", "elin",  "finn", "gina", "hugo", "ines", "jana", "kofi",
    "lena", "milo", "nora", "otto", "petra", "quin", "rosa", "sami", "tove", "udo",  "vera",
    "wim",  "xena", "yuna", "zora", "minji", "jiho", "sora", "hana", "taro", "yumi"};

// Returns the position of the text in the list.
std::optional<uint32_t> find_word(std::span<const std::string_view> list, std::string_view text);

// The brand as a part of a URL: "brandt-sohn".
std::string brand_slug(uint32_t brand);
std::optional<uint32_t> find_brand(std::string_view slug);

}  // namespace freshet::aquarium
