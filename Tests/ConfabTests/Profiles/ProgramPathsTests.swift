import Engine
import Foundation
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct ProgramPathsTests {
    /// Every function that looks up the home gets the same one.
    @Test(arguments: [[:], ["HOME": ""], ["HOME": "ana"], ["HOME": "~"]])
    func homeFallsBackToThePasswordDatabase(environment: [String: String]) throws {
        let entry = try #require(getpwuid(getuid()))
        let home = String(cString: entry.pointee.pw_dir)
        #expect(PersonalHome.path(in: environment) == home)
        #expect(ProgramPaths(environment: environment).data == home + "/.local/share/confab")
        #expect(PersonalDirectories(environment: environment).home == home)
    }

    @Test func pathsDefaultToTheHomeDirectory() {
        let paths = ProgramPaths(environment: ["HOME": "/home/ana"])
        #expect(paths.profiles == "/home/ana/.local/share/confab/profiles")
        #expect(paths.log == "/home/ana/.local/state/confab/confab.log")
    }

    @Test func xdgVariablesChangeThePaths() {
        let paths = ProgramPaths(
            environment: ["HOME": "/home/ana", "XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "/state"])
        #expect(paths.serverData == "/data/confab/server")
        #expect(paths.state == "/state/confab")
    }

    @Test(arguments: ["", "data", "../data"]) func relativeBaseDirectoryIsIgnored(value: String) {
        #expect(ProgramPaths(environment: ["HOME": "/h", "XDG_DATA_HOME": value]).data == "/h/.local/share/confab")
    }

    @Test func uncreatableDirectoryIsNamed() {
        let error = #expect(throws: ProgramError.self) { try ProgramPaths.makePrivateDirectory("/proc/confab") }
        #expect(error?.message.contains("/proc/confab") == true)
    }

    @Test func fileInPlaceOfADirectoryIsReported() throws {
        let scratch = try ScratchDirectory()
        let file = scratch.path + "/.local"
        try Data().write(to: URL(fileURLWithPath: file))
        for path in [file, file + "/share/confab"] {
            #expect {
                try ProgramPaths.makePrivateDirectory(path)
            } throws: {
                "\($0)".contains("Not a directory")
            }
        }
        try ProgramPaths.makePrivateDirectory(scratch.path + "/a/b")
        try ProgramPaths.makePrivateDirectory(scratch.path + "/a/b")
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + "/a/b")
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }

    /// The profile would be created in another directory.
    @Test func nonUTF8HomeIsRejected() throws {
        let scratch = try ScratchDirectory()
        let home = scratch.path + "/\u{FFFD}"
        #expect(throws: ProgramError.self) { try ProgramPaths.makePrivateDirectory(home + "/.local/share/confab") }
        #expect(!FileManager.default.fileExists(atPath: home))
    }
}
