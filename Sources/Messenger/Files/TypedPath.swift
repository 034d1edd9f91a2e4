import Foundation

/// What somebody typed, pasted or dropped as the place of a file.
enum TypedPath {
    /// The places that may be meant, the likeliest first. A terminal puts a dropped file there as an address, in quotes, or with a
    /// backslash before what a shell would take for its own.
    static func readings(of text: String) -> [String] {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let first = text.first else { return [] }
        if text.lowercased().hasPrefix("file://") {
            let path = text.dropFirst("file://".count).drop { $0 != "/" }
            return [String(path).removingPercentEncoding ?? String(path)]
        }
        if text.count > 2, first == text.last, "'\"".contains(first) {
            return [whole(String(text.dropFirst().dropLast()))]
        }
        var unescaped = ""
        var isEscaped = false
        for character in text {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                unescaped.append(character)
                isEscaped = false
            }
        }
        return unescaped == text ? [whole(text)] : [whole(text), whole(unescaped)]
    }

    /// Whether a line is such a place from the root and nothing else. Of `/topic a/b` the first part says that it is none.
    static func isWholeLine(_ text: String) -> Bool {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.contains(where: \.isNewline), !text.hasPrefix("//"), let path = readings(of: text).last,
            path.first == "/"
        else { return false }
        let first = path.dropFirst().prefix { $0 != "/" }
        return first.count + 1 < path.count && !first.isEmpty && !first.contains(where: \.isWhitespace)
    }

    /// With the person's directory in place of `~`.
    private static func whole(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        return PersonalHome.path(in: ProcessInfo.processInfo.environment) + path.dropFirst()
    }
}
