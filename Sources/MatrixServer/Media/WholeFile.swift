/// A completely received file: durable, in `new/`, and named by its hash.
struct WholeFile: Sendable {
    private static let hashLength = 64

    let path: String
    /// The SHA-256 of its bytes, in hexadecimal digits.
    let hash: String
    /// The size in bytes.
    let size: Int64

    /// Returns the name. The number is needed because several uploads may have the same bytes at a time.
    static func name(hash: String, number: String) -> String { "\(hash).\(number)" }

    /// - Returns: `nil` if the file of this name was not received completely.
    static func hash(ofName name: String) -> String? {
        let parts = name.split(separator: ".")
        guard parts.count == 2, parts[0].utf8.count == hashLength else { return nil }
        return String(parts[0])
    }
}
