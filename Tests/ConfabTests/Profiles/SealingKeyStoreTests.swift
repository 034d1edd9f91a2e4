import Foundation
import Testing

@testable import Confab

/// Tests the file with the key that encrypts all other keys of a device.
@Suite(.timeLimit(.minutes(5))) struct SealingKeyStoreTests {
    private let directory: ScratchDirectory
    private let path: String
    private let store: SealingKeyStore

    init() throws {
        directory = try ScratchDirectory()
        path = directory.path + "/ana/sealing-key"
        store = SealingKeyStore(file: SecretFile(path: path))
    }

    @Test func sealingKeyIsCreatedOnceAndPrivate() async throws {
        #expect(await store.keyAside() != nil)
        let made = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try ScratchDirectory.mode(of: path) == 0o600)
        #expect(try ScratchDirectory.mode(of: directory.path + "/ana") == 0o700)
        #expect(await store.keyAside() != nil)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == made)
    }

    @Test func invalidKeyFileIsNotReplaced() async throws {
        _ = await store.keyAside()
        for damage in ["no key", "{", "AAAA"] {
            try Data(damage.utf8).write(to: URL(filePath: path))
            #expect(await store.keyAside() == nil)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == damage)
        }
    }

    /// Reading fails, for instance, while too many files are open. Replacing the file then would lose the account's
    /// keys for good.
    @Test func unreadableKeyFileIsNotReplaced() async throws {
        try ProgramPaths.makePrivateDirectory(directory.path + "/ana")
        #expect(symlink("sealing-key", path) == 0)
        #expect(await store.keyAside() == nil)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "sealing-key")
    }
}
