import Dispatch
import Foundation
import MatrixAPI

/// Where a profile's tokens are: in the session's keyring, where there is one, else in a file that nobody else can read. The file
/// always says which.
struct TokenStore: Sendable {
    /// What the file says.
    enum Kept: Hashable, Sendable {
        /// Nobody is logged in.
        case nothing
        case inFile(AccessTokens)
        case inKeyring
    }

    let path: String
    var keyring: Keyring?

    /// Asks no keyring.
    var kept: Kept {
        guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else { return .nothing }
        guard let json = try? JSONValue(parsing: data), json.object != nil else {
            // The access token alone, as earlier versions kept it.
            return .inFile(AccessTokens(accessToken: String(decoding: data, as: UTF8.self)))
        }
        if json == Self.inKeyring { return .inKeyring }
        return AccessTokens(json: json).map { .inFile($0) } ?? .nothing
    }

    /// `nil` where nobody is logged in, or the keyring has the tokens and does not give them. May take seconds.
    func load() -> AccessTokens? {
        switch kept {
        case .nothing: return nil
        case .inFile(let tokens): return tokens
        case .inKeyring:
            let secret = keyring?.secret(for: path)
            return secret.flatMap { try? JSONValue(parsing: Array($0.utf8)) }.flatMap(AccessTokens.init(json:))
        }
    }

    /// What is there afterwards stays there, whatever happens to the machine. May take seconds.
    func save(_ tokens: AccessTokens) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory((path as NSString).deletingLastPathComponent)
        let isInKeyring = keyring?.store(tokens.json.serializedText, for: path, label: label) ?? false
        if isInKeyring, kept == .inKeyring { return }
        // Until this is written the file leads to the tokens from before, which count until the new ones are used.
        try ProgramPaths.writePrivateFile(
            isInKeyring ? Self.inKeyring.serialized : tokens.json.serialized, to: path)
    }

    /// May take seconds where they are in the keyring.
    func remove() {
        if kept == .inKeyring { keyring?.clear(path) }
        unlink(path)
    }

    /// As ``load()``, while the program runs.
    func loadAside() async -> AccessTokens? {
        await withCheckedContinuation { continuation in
            Self.queue.async { continuation.resume(returning: load()) }
        }
    }

    /// As ``save(_:)``, while the program runs.
    func keep(_ tokens: AccessTokens) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Self.queue.async { continuation.resume(with: Result { try save(tokens) }) }
        }
    }

    /// As a program for keyrings lists it.
    private var label: String {
        "Confab: " + ((path as NSString).deletingLastPathComponent as NSString).lastPathComponent
    }

    private static let inKeyring: JSONValue = ["kept_in": "keyring"]
    private static let queue = DispatchQueue(label: "confab.tokens")
}
