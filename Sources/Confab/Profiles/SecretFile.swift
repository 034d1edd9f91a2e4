import Dispatch
import DurableFiles
import Foundation
import MatrixAPI

/// A secret of a profile. It is in the session's keyring if there is one, otherwise in a file that only this user can
/// read. The content of the file always shows in which of the two it is.
struct SecretFile: Sendable {
    /// The content of the file.
    enum Content: Hashable, Sendable {
        case nothing
        case inFile(Data)
        case inKeyring
        /// The file exists and can't be read, because too many files are open or the disk fails.
        case unreadable
    }

    let path: String
    var keyring: Keyring?

    /// The content, without a call to the keyring.
    var content: Content {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch CocoaError.fileReadNoSuchFile {
            return .nothing
        } catch {
            return .unreadable
        }
        guard !data.isEmpty else { return .nothing }
        return (try? JSONValue(parsing: data)) == Self.inKeyring ? .inKeyring : .inFile(data)
    }

    /// Returns the secret; `nil` if there is none, it can't be read, or the keyring doesn't return it.
    /// May take seconds.
    func load() -> Data? {
        switch content {
        case .nothing, .unreadable: nil
        case .inFile(let data): data
        case .inKeyring: keyring?.secret(for: path).map { Data($0.utf8) }
        }
    }

    /// Whether the secret should be in the keyring, and the unlocked keyring lacks it. May take seconds.
    var isLost: Bool { content == .inKeyring && keyring?.isWithout(path) == true }

    /// Saves the secret durably: it survives a crash of the machine. May take seconds.
    func save(_ secret: String) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory((path as NSString).deletingLastPathComponent)
        let isInKeyring = keyring?.store(secret, for: path, label: label) ?? false
        if isInKeyring, content == .inKeyring { return }
        // Until this is written, the file refers to the previous secret.
        try ProgramPaths.writePrivateFile(isInKeyring ? Self.inKeyring.serialized : Array(secret.utf8), to: path)
    }

    /// Deletes the secret. May take seconds if it is in the keyring.
    func remove() {
        if content == .inKeyring { keyring?.clear(path) }
        unlink(path)
    }

    /// Runs slow work on a queue of its own, so that the caller is not blocked.
    static func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await queue.run(work)
    }

    /// The label that programs for keyrings show.
    private var label: String {
        "Confab: " + ((path as NSString).deletingLastPathComponent as NSString).lastPathComponent
    }

    private static let inKeyring: JSONValue = ["kept_in": "keyring"]
    private static let queue = DispatchQueue(label: "confab.secrets")
}

/// The storage of a profile's tokens.
struct TokenStore: Sendable {
    enum Content: Hashable, Sendable {
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
    var content: Content {
        switch file.content {
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
    func saveInBackground(_ tokens: AccessTokens) async throws {
        try await SecretFile.aside { try save(tokens) }
    }

    private static func tokens(in data: Data) -> AccessTokens? {
        guard let json = try? JSONValue(parsing: data), json.isObject else {
            // Earlier versions saved the access token alone.
            return AccessTokens(accessToken: String(decoding: data, as: UTF8.self))
        }
        return AccessTokens(json: json)
    }
}
