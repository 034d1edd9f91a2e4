/// The name that a file goes by for others.
enum FileName {
    /// As long as most file systems take one, in bytes.
    private static let longest = 255

    /// The last part of a path without what would move a cursor, turn the text round or end a line where it is shown.
    static func of(path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        var name = ""
        for scalar in last.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: continue
            default: break
            }
            guard name.utf8.count + String(scalar).utf8.count <= longest else { break }
            name.unicodeScalars.append(scalar)
        }
        return name.allSatisfy(\.isWhitespace) ? "file" : name
    }
}
