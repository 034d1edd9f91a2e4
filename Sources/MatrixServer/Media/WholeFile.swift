/// A file that came in whole: on the disk for good, in `new/`, named by its hash.
struct WholeFile: Sendable {
    private static let hashLength = 64

    let path: String
    /// The SHA-256 of its bytes, in hexadecimal digits.
    let hash: String
    /// In bytes.
    let size: Int64

    /// Several of the same bytes may come in at a time.
    static func name(hash: String, number: String) -> String { "\(hash).\(number)" }

    /// - Returns: `nil` where the file of this name is none that came in whole.
    static func hash(ofName name: String) -> String? {
        let parts = name.split(separator: ".")
        guard parts.count == 2, parts[0].utf8.count == hashLength else { return nil }
        return String(parts[0])
    }
}
