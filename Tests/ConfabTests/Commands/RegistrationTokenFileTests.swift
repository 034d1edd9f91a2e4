import Foundation
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct RegistrationTokenFileTests {
    private func token(in text: String) throws -> String {
        let directory = try ScratchDirectory()
        defer { withExtendedLifetime(directory) {} }
        let path = directory.path + "/token"
        try Data(text.utf8).write(to: URL(filePath: path))
        return try RegistrationTokenFile(path: path).token()
    }

    @Test(arguments: ["seedlings", "seedlings\n", "\n  seedlings \r\n", "seedlings\nanother"])
    func theFirstLineIsTheToken(text: String) throws {
        #expect(try token(in: text) == "seedlings")
    }

    @Test(arguments: ["", "\n", "  \n\t\n", String(repeating: "x", count: 5_000)])
    func fileWithoutATokenIsRejected(text: String) {
        #expect(throws: ProgramError.self) { try token(in: text) }
    }

    @Test(arguments: ["/nowhere/token", "/"]) func unreadableTokenFileIsRejected(path: String) {
        #expect(throws: ProgramError.self) { try RegistrationTokenFile(path: path).token() }
    }
}
