/// A safe local name for a file with a name from a sender. Path separators, invisible characters and characters that
/// disguise the name are replaced.
package struct SafeFileName: Hashable, Sendable {
    package let text: String

    /// - Parameters:
    ///   - said: the name from the sender.
    ///   - kind: the kind of the file, for an extension if the name has none.
    package init(_ said: String, kind: OpenableFileKind? = nil) {
        let safe = said.unicodeScalars.map { Self.isSafe($0) ? $0 : "_" }
        // A leading dot hides the file, and a leading hyphen is an option to many programs. Scalars are compared
        // because a dot with a combining mark is another character, but still hides the file.
        var name = String(
            String.UnicodeScalarView(
                safe.drop {
                    $0 == "." || $0 == "-" || $0.properties.isWhitespace || $0.properties.isGraphemeExtend
                }))
        while let last = name.last, last == "." || last.isWhitespace { name.removeLast() }
        if name.allSatisfy({ $0 == "_" }) { name = "file" }
        var (stem, ending) = Self.parts(name)
        if ending.isEmpty, let kind { ending = "." + kind.rawValue }
        if Self.reserved.contains(stem.prefix { $0 != "." }.lowercased()) { stem = "_" + stem }
        while stem.utf8.count + ending.utf8.count > Self.longest { stem.unicodeScalars.removeLast() }
        text = stem + ending
    }

    /// Returns a numbered name, such as `name (2).png`.
    static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let (stem, ending) = parts(name)
        return "\(stem) (\(number))\(ending)"
    }

    /// The maximum length in bytes. File systems allow 255 bytes, and a number and the suffix of partial files have
    /// to fit.
    private static let longest = 200
    private static let longestEnding = 16

    /// Reserved device names on other systems, with which a directory may be shared.
    private static let reserved: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return (name, "") }
        let ending = String(name[point...])
        guard ending.utf8.count > 1, ending.utf8.count <= longestEnding, !ending.contains(" ") else {
            return (name, "")
        }
        return (String(name[..<point]), ending)
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Control characters, invisible characters and characters that change the text direction.
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
        }
    }
}
