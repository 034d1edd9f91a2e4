import MatrixAPI
import MatrixClient
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct ProgramExitTests {
    @Test func anErrorIsOneLine() {
        #expect(ProgramExit.line("no\nsuch\r\nhost") == "confab: no such host\n")
    }

    @Test func serverErrorTextHasNoControlCharacters() throws {
        let error = MatrixClientError.matrix(
            MatrixError(.forbidden, "\u{1B}]0;title\u{7}\u{9B}2J\nno"), status: 403, retryAfterMilliseconds: nil)
        let line = ProgramExit.line(try #require(ProgramExit.programError(error)).message)
        #expect(line.dropLast().unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
