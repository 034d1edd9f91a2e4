import Foundation
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct RuntimeSocketTests {
    private let own = "/tmp/confab-\(getuid())/"

    @Test func socketIsInTheRuntimeDirectory() throws {
        let run = try ScratchDirectory()
        let path = try RuntimeSocket.path(profileName: "ana@localhost", environment: ["XDG_RUNTIME_DIR": run.path])
        #expect(path == run.path + "/confab/ana@localhost.sock")
        #expect(try ScratchDirectory.mode(of: run.path + "/confab") == 0o700)
    }

    @Test(arguments: [nil, "", "run", "/nowhere/at/all"])
    func socketFallsBackToAPrivateDirectory(directory: String?) throws {
        let path = try RuntimeSocket.path(
            profileName: "ana", environment: directory.map { ["XDG_RUNTIME_DIR": $0] } ?? [:])
        #expect(path == own + "ana.sock")
        #expect(try ScratchDirectory.mode(of: own) == 0o700)
    }

    @Test func overlongSocketPathUsesThePrivateDirectory() throws {
        let run = try ScratchDirectory()
        let long = run.path + "/" + String(repeating: "r", count: 100)
        try FileManager.default.createDirectory(atPath: long, withIntermediateDirectories: true)
        #expect(try RuntimeSocket.path(profileName: "ana", environment: ["XDG_RUNTIME_DIR": long]) == own + "ana.sock")
    }

    @Test(arguments: [0o755, 0o770, 0o701]) func directoryReadableByOthersIsNotUsed(mode: Int) throws {
        let run = try ScratchDirectory()
        try FileManager.default.createDirectory(
            atPath: run.path + "/confab", withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: run.path + "/confab")
        let path = try RuntimeSocket.path(profileName: "ana", environment: ["XDG_RUNTIME_DIR": run.path])
        #expect(path == own + "ana.sock")
    }

    @Test func symbolicLinkIsNotUsed() throws {
        let run = try ScratchDirectory()
        let elsewhere = try ScratchDirectory()
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: elsewhere.path)
        try FileManager.default.createSymbolicLink(
            atPath: run.path + "/confab", withDestinationPath: elsewhere.path)
        let path = try RuntimeSocket.path(profileName: "ana", environment: ["XDG_RUNTIME_DIR": run.path])
        #expect(path == own + "ana.sock")
    }

    @Test func longNamesYieldDistinctPathsThatFit() throws {
        let name = String(repeating: "ä", count: 120)
        let paths = try ["1", "2"].map { try RuntimeSocket.path(profileName: name + $0, environment: [:]) }
        #expect(paths[0] != paths[1])
        for path in paths { #expect(path.utf8.count <= RuntimeSocket.maximumLength) }
    }
}
