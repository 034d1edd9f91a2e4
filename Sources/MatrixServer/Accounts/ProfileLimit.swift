/// The maximum length of display names, device names and avatar addresses, in every request that sets them.
enum ProfileLimit {
    /// The maximum in bytes of UTF-8.
    static let longest = 1024

    /// - Throws: `M_TOO_LARGE` if the text is longer.
    static func check(_ text: String?, _ name: String) throws(Refusal) {
        guard text?.utf8.count ?? 0 <= longest else { throw .tooLarge("\(name) is too long") }
    }
}
