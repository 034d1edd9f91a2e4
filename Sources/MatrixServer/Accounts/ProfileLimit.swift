/// How long the names of people and devices and the addresses of their pictures are, wherever they come in.
enum ProfileLimit {
    /// Bytes of UTF-8.
    static let longest = 1024

    /// - Throws: `M_TOO_LARGE` where it is longer.
    static func check(_ text: String?, _ name: String) throws(Refusal) {
        guard text?.utf8.count ?? 0 <= longest else { throw .tooLarge("\(name) is too long") }
    }
}
