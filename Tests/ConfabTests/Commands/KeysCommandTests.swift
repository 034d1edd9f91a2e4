import ArgumentParser
import Engine
import Foundation
import Storage
import Testing

@testable import Confab

/// Tests the arguments of `confab keys`, and its effect on a profile and a file.
@Suite(.timeLimit(.minutes(5))) struct KeysCommandTests {
    @Test func profileOptionIsAcceptedBeforeAndAfterTheCommand() throws {
        let before = try ConfabCommand.parseAsRoot(["--profile", "bo", "keys", "export", "keys.txt"])
        #expect((before as? KeysExportCommand)?.program.profile == "bo")
        let behind = try ConfabCommand.parseAsRoot(["keys", "import", "keys.txt", "--profile", "bo"])
        let command = try #require(behind as? KeysImportCommand)
        #expect((command.options.profile ?? command.program.profile) == "bo" && command.file == "keys.txt")
    }

    @Test(arguments: [["keys", "export"], ["keys", "import"], ["keys", "forget", "keys.txt"]])
    func missingOrUnknownArgumentsAreRejected(words: [String]) {
        let error = #expect(throws: (any Error).self) { try ConfabCommand.parseAsRoot(words) }
        #expect(error.map { ConfabCommand.exitCode(for: $0) } == .validationFailure)
    }

    @Test func keyFileIsPrivateAndNeverOverwritten() throws {
        let home = try ScratchDirectory()
        let file = RoomKeyFile(path: home.path + "/keys.txt")
        try file.checkIsFree()
        try file.write("beans\n")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let early = #expect(throws: ProgramError.self) { try file.checkIsFree() }
        let late = #expect(throws: ProgramError.self) { try file.write("peas\n") }
        for error in [early, late] {
            #expect(error?.message.contains("keys.txt is there already") == true)
            #expect(error?.exitCode == 1)
        }
        #expect(try file.read() == "beans\n")
    }

    @Test func danglingLinkIsNotFollowed() throws {
        let home = try ScratchDirectory()
        let file = RoomKeyFile(path: home.path + "/keys.txt")
        try FileManager.default.createSymbolicLink(
            atPath: file.path, withDestinationPath: home.path + "/elsewhere")
        #expect(throws: ProgramError.self) { try file.checkIsFree() }
        #expect(throws: ProgramError.self) { try file.write("beans\n") }
        #expect(!FileManager.default.fileExists(atPath: home.path + "/elsewhere"))
    }

    @Test func missingOrTooLargeFileIsReported() throws {
        let home = try ScratchDirectory()
        let missing = #expect(throws: ProgramError.self) { try RoomKeyFile(path: home.path + "/none").read() }
        #expect(missing?.message.contains("No such file") == true)
        let error = #expect(throws: ProgramError.self) { try RoomKeyFile(path: "/dev/zero").read() }
        #expect(error?.message == "A file of room keys has at most 64 MB.")
    }

    @Test func exportedKeysCanBeImportedByAnotherProfile() async throws {
        let home = try ScratchDirectory()
        for name in ["ana", "bo"] { try Self.makeProfile(name, in: home) }
        // Python generated the file from the specification: one key, and one session with nothing but its algorithm.
        let text = try Repository.text("Tests/Corpus/key-texts/file-of-a-key")
        let taken = try await LockedProfile("ana", paths: home.paths).withRoomKeys { transfer in
            try await transfer.importKeys(text, passphrase: "beans and rain")
        }
        #expect(
            RoomKeyReport.lines(of: taken).map { $0.prefix { $0 != "," } } == [
                "Keys in the file: 1 new", "What can be read with them is there when Confab is opened next.",
            ])
        #expect(taken.malformed == 1)
        let exported = try await LockedProfile("ana", paths: home.paths).withRoomKeys { transfer in
            try await transfer.export(passphrase: "peas")
        }
        #expect(RoomKeyReport.lines(of: exported, file: "keys.txt").first?.hasPrefix("1 key of 1 chat is in") == true)
        let bo = try LockedProfile("bo", paths: home.paths)
        let wrong = await #expect(throws: RoomKeyFileError.self) {
            try await bo.withRoomKeys { try await $0.importKeys(exported.text, passphrase: "beans and rain") }
        }
        #expect(wrong == .wrongPassphrase)
        for isFirst in [true, false] {
            let taken = try await bo.withRoomKeys { try await $0.importKeys(exported.text, passphrase: "peas") }
            #expect(taken.new == (isFirst ? 1 : 0) && taken.known == (isFirst ? 0 : 1))
        }
        let path = ProfileDirectory(paths: home.paths).path("bo")
        #expect(try ScratchDirectory.mode(of: path + "/sealing-key") == 0o600)
    }

    @Test func exportWithoutKeysFails() async throws {
        let home = try ScratchDirectory()
        try Self.makeProfile("ana", in: home)
        let error = await #expect(throws: RoomKeyFileError.self) {
            try await LockedProfile("ana", paths: home.paths).withRoomKeys { try await $0.export(passphrase: "peas") }
        }
        #expect(error == .noKeys)
        #expect(error.map { ProgramExit.programError($0)?.exitCode } == 1)
    }

    @Test func lockedProfileIsRejected() throws {
        let home = try ScratchDirectory()
        try Self.makeProfile("ana", in: home)
        let lock = try ProfileLock(directory: ProfileDirectory(paths: home.paths).path("ana"), name: "ana")
        let error = #expect(throws: ProgramError.self) { try LockedProfile("ana", paths: home.paths) }
        guard case .profileInUse("ana", _) = error else { throw try #require(error) }
        withExtendedLifetime(lock) {}
    }

    private static func makeProfile(_ name: String, in home: ScratchDirectory) throws {
        try ProfileDirectory(paths: home.paths).save(
            Profile(name: name, home: .embedded, userID: "@\(name):localhost", deviceID: "BEANS", displayName: nil))
    }
}
