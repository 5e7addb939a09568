// long: it follows the one state machine of the Standard, and the two are easiest to compare in one
// piece.
#include "url/state_machine.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/utf8.h"
#include "url/host.h"
#include "url/percent_encode.h"

namespace freshet::url {
namespace {

struct Record {
  std::string scheme;
  std::string username;
  std::string password;
  std::optional<std::string> host;
  std::optional<uint32_t> port;
  std::vector<std::string> path;
  std::optional<std::string> opaque_path;
  std::optional<std::string> query;
  std::optional<std::string> fragment;

  bool is_special() const {
    return scheme == "http" || scheme == "https" || scheme == "ws" || scheme == "wss" ||
           scheme == "ftp" || scheme == "file";
  }
  std::optional<uint32_t> usual_port() const {
    if (scheme == "http" || scheme == "ws") return 80;
    if (scheme == "https" || scheme == "wss") return 443;
    if (scheme == "ftp") return 21;
    return std::nullopt;
  }
};

enum class State {
  kSchemeStart,
  kScheme,
  kNoScheme,
  kSpecialRelativeOrAuthority,
  kPathOrAuthority,
  kRelative,
  kRelativeSlash,
  kSpecialAuthoritySlashes,
  kSpecialAuthorityIgnoreSlashes,
  kAuthority,
  kHost,
  kPort,
  kFile,
  kFileSlash,
  kFileHost,
  kPathStart,
  kPath,
  kOpaquePath,
  kQuery,
  kFragment,
};

constexpr int kEof = -1;

bool is_c0_control_or_space(char c) {
  return static_cast<uint8_t>(c) <= 0x20;
}

// Works on bytes instead of code points: the states compare only with ASCII characters, and each
// byte above ASCII is escaped by itself.
class Machine {
 public:
  Machine(std::string_view input, const Record* base) : base_(base) {
    text::append_well_formed(input_, text::trim<is_c0_control_or_space>(input));
    std::erase_if(input_, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  }

  std::optional<Record> run() {
    for (;; ++pointer_) {
      const int c = at(pointer_);
      if (!step(c)) return std::nullopt;
      if (pointer_ >= 0 && at(pointer_) == kEof) return url_;
    }
  }

 private:
  int at(ptrdiff_t index) const {
    return index < std::ssize(input_) ? static_cast<uint8_t>(input_[static_cast<size_t>(index)])
                                      : kEof;
  }
  std::string_view from_pointer() const {
    return std::string_view(input_).substr(static_cast<size_t>(pointer_));
  }
  bool remaining_starts_with(std::string_view text) const {
    return at(pointer_) != kEof && from_pointer().substr(1).starts_with(text);
  }
  static bool is_letter(int c) { return c != kEof && text::is_alpha(static_cast<char>(c)); }
  static bool is_digit(int c) { return c != kEof && text::is_digit(static_cast<char>(c)); }
  static std::string encoded(std::string_view text, EncodeSet set) {
    std::string out;
    append_percent_encoded(out, text, set);
    return out;
  }
  static std::string encoded(int c, EncodeSet set) {
    return encoded(std::string(1, static_cast<char>(c)), set);
  }
  static bool is_windows_drive(std::string_view text) {
    return text.size() == 2 && text::is_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
  }
  static bool is_normalized_drive(std::string_view text) {
    return is_windows_drive(text) && text[1] == ':';
  }
  static bool starts_with_drive(std::string_view text) {
    return text.size() >= 2 && is_windows_drive(text.substr(0, 2)) &&
           (text.size() == 2 || text[2] == '/' || text[2] == '\\' || text[2] == '?' ||
            text[2] == '#');
  }
  static bool is_single_dot(const std::string& segment) {
    const std::string text = text::lower_case(segment);
    return text == "." || text == "%2e";
  }
  static bool is_double_dot(const std::string& segment) {
    const std::string text = text::lower_case(segment);
    return text == ".." || text == ".%2e" || text == "%2e." || text == "%2e%2e";
  }

  void shorten() {
    if (url_.scheme == "file" && url_.path.size() == 1 && is_normalized_drive(url_.path[0])) return;
    if (!url_.path.empty()) url_.path.pop_back();
  }
  bool parse_host(const std::string& text) {
    std::string host;
    const HostKind kind = url_.is_special() ? HostKind::kDomain : HostKind::kOpaque;
    if (append_host(host, text, kind)) return false;
    url_.host = host;
    return true;
  }
  void take_authority(const Record& from) {
    url_.username = from.username;
    url_.password = from.password;
    url_.host = from.host;
    url_.port = from.port;
  }
  void go(State state) { state_ = state; }
  void go_back(State state) {
    state_ = state;
    --pointer_;
  }

  // One step of the state machine. Returns false on failure.
  bool step(int c) {
    const bool special = url_.is_special();
    switch (state_) {
      case State::kSchemeStart:
        if (is_letter(c)) {
          buffer_ += text::to_lower(static_cast<char>(c));
          go(State::kScheme);
        } else {
          go_back(State::kNoScheme);
        }
        return true;
      case State::kScheme: return scheme(c);
      case State::kNoScheme:
        if (base_ == nullptr || (base_->opaque_path && c != '#')) return false;
        if (base_->opaque_path && c == '#') {
          url_ = *base_;
          url_.fragment = "";
          go(State::kFragment);
        } else {
          go_back(base_->scheme == "file" ? State::kFile : State::kRelative);
        }
        return true;
      case State::kSpecialRelativeOrAuthority:
        if (c == '/' && remaining_starts_with("/")) {
          go(State::kSpecialAuthorityIgnoreSlashes);
          ++pointer_;
        } else {
          go_back(State::kRelative);
        }
        return true;
      case State::kPathOrAuthority:
        if (c == '/') {
          go(State::kAuthority);
        } else {
          go_back(State::kPath);
        }
        return true;
      case State::kRelative: return relative(c);
      case State::kRelativeSlash:
        if (special && (c == '/' || c == '\\')) {
          go(State::kSpecialAuthorityIgnoreSlashes);
        } else if (c == '/') {
          go(State::kAuthority);
        } else {
          take_authority(*base_);
          go_back(State::kPath);
        }
        return true;
      case State::kSpecialAuthoritySlashes:
        if (c == '/' && remaining_starts_with("/")) {
          go(State::kSpecialAuthorityIgnoreSlashes);
          ++pointer_;
        } else {
          go_back(State::kSpecialAuthorityIgnoreSlashes);
        }
        return true;
      case State::kSpecialAuthorityIgnoreSlashes:
        if (c != '/' && c != '\\') go_back(State::kAuthority);
        return true;
      case State::kAuthority: return authority(c);
      case State::kHost: return host(c);
      case State::kPort: return port(c);
      case State::kFile: return file(c);
      case State::kFileSlash:
        if (c == '/' || c == '\\') {
          go(State::kFileHost);
          return true;
        }
        if (base_ != nullptr && base_->scheme == "file") {
          url_.host = base_->host;
          if (!starts_with_drive(from_pointer()) && !base_->path.empty() &&
              is_normalized_drive(base_->path[0])) {
            url_.path.push_back(base_->path[0]);
          }
        }
        go_back(State::kPath);
        return true;
      case State::kFileHost: return file_host(c);
      case State::kPathStart:
        if (special) {
          go(State::kPath);
          if (c != '/' && c != '\\') --pointer_;
        } else if (c == '?') {
          url_.query = "";
          go(State::kQuery);
        } else if (c == '#') {
          url_.fragment = "";
          go(State::kFragment);
        } else if (c != kEof) {
          go(State::kPath);
          if (c != '/') --pointer_;
        }
        return true;
      case State::kPath: return path(c);
      case State::kOpaquePath:
        if (c == '?') {
          url_.query = "";
          go(State::kQuery);
        } else if (c == '#') {
          url_.fragment = "";
          go(State::kFragment);
        } else if (c == ' ') {
          *url_.opaque_path +=
              remaining_starts_with("?") || remaining_starts_with("#") ? "%20" : " ";
        } else if (c != kEof) {
          *url_.opaque_path += encoded(c, EncodeSet::kC0Control);
        }
        return true;
      case State::kQuery:
        if (c == '#' || c == kEof) {
          *url_.query += encoded(buffer_, special ? EncodeSet::kSpecialQuery : EncodeSet::kQuery);
          buffer_.clear();
          if (c == '#') {
            url_.fragment = "";
            go(State::kFragment);
          }
        } else {
          buffer_ += static_cast<char>(c);
        }
        return true;
      case State::kFragment:
        if (c != kEof) *url_.fragment += encoded(c, EncodeSet::kFragment);
        return true;
    }
    return false;
  }

  bool scheme(int c) {
    if (is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.') {
      buffer_ += text::to_lower(static_cast<char>(c));
      return true;
    }
    if (c != ':') {
      buffer_.clear();
      pointer_ = -1;
      go(State::kNoScheme);
      return true;
    }
    url_.scheme = std::exchange(buffer_, "");
    if (url_.scheme == "file") {
      go(State::kFile);
    } else if (url_.is_special() && base_ != nullptr && base_->scheme == url_.scheme) {
      go(State::kSpecialRelativeOrAuthority);
    } else if (url_.is_special()) {
      go(State::kSpecialAuthoritySlashes);
    } else if (remaining_starts_with("/")) {
      go(State::kPathOrAuthority);
      ++pointer_;
    } else {
      url_.opaque_path = "";
      go(State::kOpaquePath);
    }
    return true;
  }

  bool relative(int c) {
    url_.scheme = base_->scheme;
    if (c == '/' || (url_.is_special() && c == '\\')) {
      go(State::kRelativeSlash);
      return true;
    }
    take_authority(*base_);
    url_.path = base_->path;
    url_.query = base_->query;
    if (c == '?') {
      url_.query = "";
      go(State::kQuery);
    } else if (c == '#') {
      url_.fragment = "";
      go(State::kFragment);
    } else if (c != kEof) {
      url_.query.reset();
      shorten();
      go_back(State::kPath);
    }
    return true;
  }

  bool ends_authority(int c) const {
    return c == kEof || c == '/' || c == '?' || c == '#' || (url_.is_special() && c == '\\');
  }

  bool authority(int c) {
    if (c == '@') {
      if (at_sign_seen_) buffer_.insert(0, "%40");
      at_sign_seen_ = true;
      for (const char b : buffer_) {
        if (b == ':' && !password_token_seen_) {
          password_token_seen_ = true;
          continue;
        }
        (password_token_seen_ ? url_.password : url_.username) += encoded(b, EncodeSet::kUserinfo);
      }
      buffer_.clear();
    } else if (ends_authority(c)) {
      if (at_sign_seen_ && buffer_.empty()) return false;
      pointer_ -= std::ssize(buffer_) + 1;
      buffer_.clear();
      go(State::kHost);
    } else {
      buffer_ += static_cast<char>(c);
    }
    return true;
  }

  bool host(int c) {
    if (c == ':' && !inside_brackets_) {
      if (buffer_.empty() || !parse_host(buffer_)) return false;
      buffer_.clear();
      go(State::kPort);
    } else if (ends_authority(c)) {
      --pointer_;
      if (url_.is_special() && buffer_.empty()) return false;
      if (!parse_host(buffer_)) return false;
      buffer_.clear();
      go(State::kPathStart);
    } else {
      if (c == '[') inside_brackets_ = true;
      if (c == ']') inside_brackets_ = false;
      buffer_ += static_cast<char>(c);
    }
    return true;
  }

  bool port(int c) {
    if (is_digit(c)) {
      buffer_ += static_cast<char>(c);
      return true;
    }
    if (!ends_authority(c)) return false;
    if (!buffer_.empty()) {
      uint32_t number = 0;
      for (const char digit : buffer_) {
        number = number * 10 + static_cast<uint32_t>(digit - '0');
        if (number > 65535) return false;
      }
      if (url_.usual_port() != number) url_.port = number;
      buffer_.clear();
    }
    go_back(State::kPathStart);
    return true;
  }

  bool file(int c) {
    url_.scheme = "file";
    url_.host = "";
    if (c == '/' || c == '\\') {
      go(State::kFileSlash);
      return true;
    }
    if (base_ == nullptr || base_->scheme != "file") {
      go_back(State::kPath);
      return true;
    }
    url_.host = base_->host;
    url_.path = base_->path;
    url_.query = base_->query;
    if (c == '?') {
      url_.query = "";
      go(State::kQuery);
    } else if (c == '#') {
      url_.fragment = "";
      go(State::kFragment);
    } else if (c != kEof) {
      url_.query.reset();
      if (!starts_with_drive(from_pointer())) {
        shorten();
      } else {
        url_.path.clear();
      }
      go_back(State::kPath);
    }
    return true;
  }

  bool file_host(int c) {
    if (c != kEof && c != '/' && c != '\\' && c != '?' && c != '#') {
      buffer_ += static_cast<char>(c);
      return true;
    }
    --pointer_;
    if (is_windows_drive(buffer_)) {
      go(State::kPath);
    } else if (buffer_.empty()) {
      url_.host = "";
      go(State::kPathStart);
    } else {
      if (!parse_host(buffer_)) return false;
      if (url_.host == "localhost") url_.host = "";
      buffer_.clear();
      go(State::kPathStart);
    }
    return true;
  }

  bool path(int c) {
    const bool slash = c == '/' || (url_.is_special() && c == '\\');
    if (!slash && c != kEof && c != '?' && c != '#') {
      buffer_ += encoded(c, EncodeSet::kPath);
      return true;
    }
    if (is_double_dot(buffer_)) {
      shorten();
      if (!slash) url_.path.emplace_back();
    } else if (is_single_dot(buffer_)) {
      if (!slash) url_.path.emplace_back();
    } else {
      if (url_.scheme == "file" && url_.path.empty() && is_windows_drive(buffer_)) buffer_[1] = ':';
      url_.path.push_back(buffer_);
    }
    buffer_.clear();
    if (c == '?') {
      url_.query = "";
      go(State::kQuery);
    } else if (c == '#') {
      url_.fragment = "";
      go(State::kFragment);
    }
    return true;
  }

  std::string input_;
  const Record* base_;
  Record url_;
  State state_ = State::kSchemeStart;
  ptrdiff_t pointer_ = 0;
  std::string buffer_;
  bool at_sign_seen_ = false;
  bool inside_brackets_ = false;
  bool password_token_seen_ = false;
};

std::string serialize(const Record& url) {
  std::string out = url.scheme + ":";
  if (url.host) {
    out += "//";
    if (!url.username.empty() || !url.password.empty()) {
      out += url.username;
      if (!url.password.empty()) out += ":" + url.password;
      out += "@";
    }
    out += *url.host;
    if (url.port) out += ":" + std::to_string(*url.port);
  } else if (!url.opaque_path && url.path.size() > 1 && url.path[0].empty()) {
    out += "/.";
  }
  if (url.opaque_path) out += *url.opaque_path;
  for (const std::string& segment : url.path) out += "/" + segment;
  if (url.query) out += "?" + *url.query;
  if (url.fragment) out += "#" + *url.fragment;
  return out;
}

}  // namespace

std::optional<std::string> parse_by_state_machine(std::string_view input,
                                                  std::optional<std::string_view> base) {
  std::optional<Record> base_record;
  if (base) {
    base_record = Machine(*base, nullptr).run();
    if (!base_record) return std::nullopt;
  }
  const auto url = Machine(input, base_record ? &*base_record : nullptr).run();
  if (!url) return std::nullopt;
  return serialize(*url);
}

}  // namespace freshet::url
