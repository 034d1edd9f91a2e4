import Dispatch
import Foundation
import MatrixAPI

/// A secret of a profile: in the session's keyring, where there is one, else in a file that nobody else can read. The file always says
/// which.
struct SecretFile: Sendable {
    /// What the file says.
    enum Kept: Hashable, Sendable {
        case nothing
        case inFile(Data)
        case inKeyring
        /// It is there, and nobody knows what it says: too many files are open, say, or the disk fails.
        case unreadable
    }

    let path: String
    var keyring: Keyring?

    /// Asks no keyring.
    var kept: Kept {
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

    /// `nil` where there is none, it can't be read, or the keyring has it and does not give it. May take seconds.
    func load() -> Data? {
        switch kept {
        case .nothing, .unreadable: nil
        case .inFile(let data): data
        case .inKeyring: keyring?.secret(for: path).map { Data($0.utf8) }
        }
    }

    /// Whether the keyring should have it, is open, and has it no more. May take seconds.
    var isLost: Bool { kept == .inKeyring && keyring?.isWithout(path) == true }

    /// What is there afterwards stays there, whatever happens to the machine. May take seconds.
    func save(_ secret: String) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory((path as NSString).deletingLastPathComponent)
        let isInKeyring = keyring?.store(secret, for: path, label: label) ?? false
        if isInKeyring, kept == .inKeyring { return }
        // Until this is written the file leads to the secret from before.
        try ProgramPaths.writePrivateFile(isInKeyring ? Self.inKeyring.serialized : Array(secret.utf8), to: path)
    }

    /// May take seconds where it is in the keyring.
    func remove() {
        if kept == .inKeyring { keyring?.clear(path) }
        unlink(path)
    }

    /// Does what may take seconds, while the program runs.
    static func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// As a program for keyrings lists it.
    private var label: String {
        "Confab: " + ((path as NSString).deletingLastPathComponent as NSString).lastPathComponent
    }

    private static let inKeyring: JSONValue = ["kept_in": "keyring"]
    private static let queue = DispatchQueue(label: "confab.secrets")
}
