/// The file name that others see.
enum FileName {
    /// The maximum length of a name on most file systems, in bytes.
    private static let longest = 255

    /// Returns the last part of a path, without characters that move a cursor, reverse the text or end a line.
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
