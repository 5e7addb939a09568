#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freshet::simulate {

// Pictures as SVG elements for a page of plots. Colours are classes (c0 to c7, and `other`), so
// that the page says what they look like in light and in dark.
inline constexpr int kColours = 8;

// As text of an XML document: markup and what must not be in one are taken out of the way.
std::string escaped(std::string_view text);

struct Point {
  double x = 0;
  double y = 0;
};

struct Line {
  std::string name;
  int colour = 0;  // from kColours on: one that stands back
  std::vector<Point> points;
};

// A mark on an axis.
struct Tick {
  double at = 0;
  std::string label;
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool log_x = false;  // else x is linear
  double x_from = 0;
  double x_to = 1;
  double y_from = 0;  // what lies below is cut off
  double y_to = 1;
  std::vector<Tick> x_ticks;
  double shaded_until = 0;  // from x_from on
  std::vector<Line> lines;
};
// Every line has its name at its right end.
std::string svg_of(const LineChart& chart);

struct Bar {
  std::string name;
  int colour = 0;
  double value = 0;  // 0 to 1
};
struct BarChart {
  std::string title;
  std::string x_label;
  std::vector<Bar> bars;  // from top to bottom
};
std::string svg_of(const BarChart& chart);

// About five round numbers in [from, to].
std::vector<double> round_ticks(double from, double to);
// Numbers as marks.
std::vector<Tick> ticks_at(const std::vector<double>& numbers);

}  // namespace freshet::simulate
