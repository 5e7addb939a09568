#pragma once

#include <cstdint>
#include <vector>

#include "dom/document.h"

namespace freshet::extract {

// Where on a page a node is.
enum class PagePart : uint8_t {
  kContent,
  kAside,  // beside the content: <aside>, classes such as "sidebar"
  kMenu,   // for finding other pages: <nav>, <footer>, classes such as "navbar" and "breadcrumb"
};

// Returns the part of each node of a document. Takes linear time.
std::vector<PagePart> parts_of_page(const dom::Document& document);

}  // namespace freshet::extract
