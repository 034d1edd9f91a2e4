/// The identifier of a stored key, as in `signed_curve25519:AAAAHQ`.
struct KeyName: Hashable, Sendable {
    let algorithm: String
    let keyID: String

    init(algorithm: String, keyID: String) {
        self.algorithm = algorithm
        self.keyID = keyID
    }

    /// - Returns: `nil` if it has no algorithm or no identifier.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        algorithm = String(text[..<colon])
        keyID = String(text[text.index(after: colon)...])
        guard !algorithm.isEmpty, !keyID.isEmpty else { return nil }
    }

    var text: String { "\(algorithm):\(keyID)" }
}
