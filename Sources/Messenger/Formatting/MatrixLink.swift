/// Addresses of Matrix itself (appendices, "matrix.to navigation" and "Matrix URI scheme").
enum MatrixLink {
    private static let people = ["https://matrix.to/#/@", "https://matrix.to/#/%40", "matrix:u/"]

    /// Whether it leads to a person, as a mention does.
    static func isPerson(_ address: String) -> Bool {
        people.contains { address.prefix($0.count).lowercased() == $0 }
    }
}
