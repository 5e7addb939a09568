#include "json/copy.h"

namespace freshet::json {

// The recursion is limited, because the Reader limits how deep values are nested.
void copy(const Value& value, Writer& w) {
  switch (value.kind()) {
    case Value::Kind::kAbsent:
    case Value::Kind::kNull: w.null(); return;
    case Value::Kind::kBool: w.value(*value.boolean()); return;
    case Value::Kind::kNumber:
      if (const auto whole = value.integer())
        w.value(*whole);
      else
        w.value(*value.number());
      return;
    case Value::Kind::kString: w.value(*value.string()); return;
    case Value::Kind::kArray:
      w.begin_array();
      for (const Value& element : value.elements()) copy(element, w);
      w.end_array();
      return;
    case Value::Kind::kObject:
      w.begin_object();
      for (const auto& [name, member] : value.members()) copy(member, w.key(name));
      w.end_object();
      return;
  }
}

}  // namespace freshet::json
