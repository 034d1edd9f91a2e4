import Foundation

/// Addresses of Matrix itself (appendices, "matrix.to navigation" and "Matrix URI scheme").
enum MatrixLink {
    private static let people = ["https://matrix.to/#/@", "https://matrix.to/#/%40", "matrix:u/"]

    /// A Matrix ID as a part of such an address.
    static func encoded(_ userID: String) -> String {
        userID.addingPercentEncoding(withAllowedCharacters: allowed) ?? userID
    }

    private static let allowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@:.-_=")

    /// Whether it leads to a person, as a mention does.
    static func isPerson(_ address: String) -> Bool {
        people.contains { address.prefix($0.count).lowercased() == $0 }
    }
}
