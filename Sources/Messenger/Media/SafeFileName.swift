/// A name for a file on this machine, of the name that a sender gave it: what could lead elsewhere, hide it, or show other than it
/// is, is not in it.
struct SafeFileName: Hashable, Sendable {
    let text: String

    /// - Parameters:
    ///   - said: from outside.
    ///   - kind: gives it an ending where it has none.
    init(_ said: String, kind: ShownKind? = nil) {
        let safe = said.unicodeScalars.map { Self.isSafe($0) ? $0 : "_" }
        // A name that begins with a point is not seen, one that begins with a hyphen is an option to many programs. By scalars: a
        // mark makes another letter of a point, and no other name.
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

    /// As in `name (2).png`.
    static func numbered(_ name: String, _ number: Int) -> String {
        guard number > 1 else { return name }
        let (stem, ending) = parts(name)
        return "\(stem) (\(number))\(ending)"
    }

    /// File systems have 255 bytes; a number and the mark of what is not whole yet have to find room.
    private static let longest = 200
    private static let longestEnding = 16

    /// Names that are no files on other systems, to which a directory may be shared.
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
        // Controls, and what is not seen or turns the direction of what is.
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
        }
    }
}
