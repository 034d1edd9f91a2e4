import Dispatch
import Foundation
import MatrixAPI

/// A secret of a profile. It is in the session's keyring if there is one, else in a file that only this user can
/// read. The file always tells which.
struct SecretFile: Sendable {
    /// The content of the file.
    enum Kept: Hashable, Sendable {
        case nothing
        case inFile(Data)
        case inKeyring
        /// The file exists and can't be read, because too many files are open or the disk fails.
        case unreadable
    }

    let path: String
    var keyring: Keyring?

    /// The content, without a call to the keyring.
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

    /// Returns the secret; `nil` if there is none, it can't be read, or the keyring doesn't return it.
    /// May take seconds.
    func load() -> Data? {
        switch kept {
        case .nothing, .unreadable: nil
        case .inFile(let data): data
        case .inKeyring: keyring?.secret(for: path).map { Data($0.utf8) }
        }
    }

    /// Whether the secret should be in the keyring, and the unlocked keyring lacks it. May take seconds.
    var isLost: Bool { kept == .inKeyring && keyring?.isWithout(path) == true }

    /// Saves the secret durably: it survives a crash of the machine. May take seconds.
    func save(_ secret: String) throws(ProgramError) {
        try ProgramPaths.makePrivateDirectory((path as NSString).deletingLastPathComponent)
        let isInKeyring = keyring?.store(secret, for: path, label: label) ?? false
        if isInKeyring, kept == .inKeyring { return }
        // Until this is written, the file refers to the previous secret.
        try ProgramPaths.writePrivateFile(isInKeyring ? Self.inKeyring.serialized : Array(secret.utf8), to: path)
    }

    /// Deletes the secret. May take seconds if it is in the keyring.
    func remove() {
        if kept == .inKeyring { keyring?.clear(path) }
        unlink(path)
    }

    /// Runs work that may take seconds on a queue.
    static func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// The label that programs for keyrings show.
    private var label: String {
        "Confab: " + ((path as NSString).deletingLastPathComponent as NSString).lastPathComponent
    }

    private static let inKeyring: JSONValue = ["kept_in": "keyring"]
    private static let queue = DispatchQueue(label: "confab.secrets")
}
