import Foundation

/// Parses a file path that was typed, pasted or dropped.
package enum TypedPath {
    /// Returns the paths that may be meant, the likeliest first. A terminal inserts a dropped file as a URL, in
    /// quotes, or with backslashes before the shell's special characters.
    package static func readings(of text: String) -> [String] {
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

    /// Whether the text is an absolute path and nothing else. In `/topic a/b` the first component has a blank, so it
    /// is a command.
    package static func isWholeLine(_ text: String) -> Bool {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.contains(where: \.isNewline), !text.hasPrefix("//"), let path = readings(of: text).last,
            path.first == "/"
        else { return false }
        let first = path.dropFirst().prefix { $0 != "/" }
        return first.count + 1 < path.count && !first.isEmpty && !first.contains(where: \.isWhitespace)
    }

    /// Returns the path with `~` replaced by the home directory.
    private static func whole(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        return PersonalHome.path(in: ProcessInfo.processInfo.environment) + path.dropFirst()
    }
}

/// The user's home directory, which `~` abbreviates.
package enum PersonalHome {
    /// Returns `HOME`, or the system's entry for the user if `HOME` is empty or not an absolute path.
    package static func path(in environment: [String: String]) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") { return home }
        let home = getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
        return home.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
    }
}
