import Foundation
import MatrixAPI

/// The storage of a profile's tokens.
struct TokenStore: Sendable {
    enum Kept: Hashable, Sendable {
        /// The profile is logged out.
        case nothing
        case inFile(AccessTokens)
        case inKeyring
    }

    private let file: SecretFile

    init(path: String, keyring: Keyring? = nil) {
        file = SecretFile(path: path, keyring: keyring)
    }

    var path: String { file.path }

    /// The content, without a call to the keyring.
    var kept: Kept {
        switch file.kept {
        case .nothing, .unreadable: .nothing
        case .inKeyring: .inKeyring
        case .inFile(let data): Self.tokens(in: data).map { .inFile($0) } ?? .nothing
        }
    }

    /// Returns the tokens; `nil` if the profile is logged out, or the keyring doesn't return them. May take seconds.
    func load() -> AccessTokens? { file.load().flatMap(Self.tokens) }

    /// Saves the tokens durably: they survive a crash of the machine. May take seconds.
    func save(_ tokens: AccessTokens) throws(ProgramError) { try file.save(tokens.json.serializedText) }

    /// Deletes the tokens. May take seconds if they are in the keyring.
    func remove() { file.remove() }

    /// Loads the tokens as ``load()`` does, without blocking.
    func loadAside() async -> AccessTokens? {
        (try? await SecretFile.aside { load() }) ?? nil
    }

    /// Saves the tokens as ``save(_:)`` does, without blocking.
    func keep(_ tokens: AccessTokens) async throws {
        try await SecretFile.aside { try save(tokens) }
    }

    private static func tokens(in data: Data) -> AccessTokens? {
        guard let json = try? JSONValue(parsing: data), json.object != nil else {
            // Earlier versions saved the access token alone.
            return AccessTokens(accessToken: String(decoding: data, as: UTF8.self))
        }
        return AccessTokens(json: json)
    }
}
