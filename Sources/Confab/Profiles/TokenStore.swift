import Dispatch
import Foundation
import MatrixAPI

/// Where a profile's tokens are: a file that nobody else can read.
struct TokenStore: Sendable {
    let path: String

    /// `nil` where nobody is logged in.
    func load() -> AccessTokens? {
        guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else { return nil }
        guard let json = try? JSONValue(parsing: data), json.object != nil else {
            // The access token alone, as earlier versions kept it.
            return AccessTokens(accessToken: String(decoding: data, as: UTF8.self))
        }
        return AccessTokens(json: json)
    }

    /// What is there afterwards stays there, whatever happens to the machine.
    func save(_ tokens: AccessTokens) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory((path as NSString).deletingLastPathComponent)
        try ProgramPaths.writePrivateFile(tokens.json.serialized, to: path)
    }

    func remove() {
        unlink(path)
    }

    /// Saves renewed tokens while the program runs; a disk may take long.
    func keep(_ tokens: AccessTokens) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Self.queue.async { continuation.resume(with: Result { try save(tokens) }) }
        }
    }

    private static let queue = DispatchQueue(label: "confab.tokens")
}
