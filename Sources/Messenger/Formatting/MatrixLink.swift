import Foundation

/// Links within Matrix (appendices, "matrix.to navigation" and "Matrix URI scheme").
enum MatrixLink {
    private static let people = ["https://matrix.to/#/@", "https://matrix.to/#/%40", "matrix:u/"]

    /// Encodes a Matrix ID for use in such a link.
    static func encoded(_ userID: String) -> String {
        userID.addingPercentEncoding(withAllowedCharacters: allowed) ?? userID
    }

    private static let allowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@:.-_=")

    /// Whether the link leads to a person, as a mention does.
    static func isPerson(_ address: String) -> Bool {
        people.contains { address.prefix($0.count).lowercased() == $0 }
    }
}
