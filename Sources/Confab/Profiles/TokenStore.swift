import Foundation
import MatrixAPI

/// Where a profile's tokens are.
struct TokenStore: Sendable {
    enum Kept: Hashable, Sendable {
        /// Nobody is logged in.
        case nothing
        case inFile(AccessTokens)
        case inKeyring
    }

    private let file: SecretFile

    init(path: String, keyring: Keyring? = nil) {
        file = SecretFile(path: path, keyring: keyring)
    }

    var path: String { file.path }

    /// Asks no keyring.
    var kept: Kept {
        switch file.kept {
        case .nothing, .unreadable: .nothing
        case .inKeyring: .inKeyring
        case .inFile(let data): Self.tokens(in: data).map { .inFile($0) } ?? .nothing
        }
    }

    /// `nil` where nobody is logged in, or the keyring has the tokens and does not give them. May take seconds.
    func load() -> AccessTokens? { file.load().flatMap(Self.tokens) }

    /// What is there afterwards stays there, whatever happens to the machine. May take seconds.
    func save(_ tokens: AccessTokens) throws(ProgramError) { try file.save(tokens.json.serializedText) }

    /// May take seconds where they are in the keyring.
    func remove() { file.remove() }

    /// As ``load()``, while the program runs.
    func loadAside() async -> AccessTokens? {
        (try? await SecretFile.aside { load() }) ?? nil
    }

    /// As ``save(_:)``, while the program runs.
    func keep(_ tokens: AccessTokens) async throws {
        try await SecretFile.aside { try save(tokens) }
    }

    private static func tokens(in data: Data) -> AccessTokens? {
        guard let json = try? JSONValue(parsing: data), json.object != nil else {
            // The access token alone, as earlier versions kept it.
            return AccessTokens(accessToken: String(decoding: data, as: UTF8.self))
        }
        return AccessTokens(json: json)
    }
}
