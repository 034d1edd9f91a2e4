import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(2))) struct ProgramPathsTests {
    @Test func filesLieInTheHomeWhereNothingElseIsSaid() {
        let paths = ProgramPaths(environment: ["HOME": "/home/ana"])
        #expect(paths.profiles == "/home/ana/.local/share/confab/profiles")
        #expect(paths.log == "/home/ana/.local/state/confab/confab.log")
    }

    @Test func baseDirectoriesMoveThem() {
        let paths = ProgramPaths(
            environment: ["HOME": "/home/ana", "XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "/state"])
        #expect(paths.serverData == "/data/confab/server")
        #expect(paths.state == "/state/confab")
    }

    @Test(arguments: ["", "data", "../data"]) func aBaseDirectoryThatIsNotAbsoluteDoesNotCount(value: String) {
        #expect(ProgramPaths(environment: ["HOME": "/h", "XDG_DATA_HOME": value]).data == "/h/.local/share/confab")
    }

    @Test func aDirectoryThatCanNotBeMadeIsNamed() {
        let error = #expect(throws: ProgramError.self) { try ProgramPaths.makePrivateDirectory("/proc/confab") }
        #expect(error?.message.contains("/proc/confab") == true)
    }
}
