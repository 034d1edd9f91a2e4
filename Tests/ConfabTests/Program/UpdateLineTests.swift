import Foundation
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct UpdateLineTests {
    private func written(isSeen: Bool, _ parts: [Double]) throws -> String {
        let pipe = Pipe()
        let line = UpdateLine(descriptor: pipe.fileHandleForWriting.fileDescriptor, isSeen: isSeen)
        for part in parts { line.showProgress(part) }
        line.end()
        try pipe.fileHandleForWriting.close()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test func eachPercentIsWrittenOnceAndTheLineCleared() throws {
        let text = try written(isSeen: true, [0, 0.001, 0.5, 1])
        #expect(
            text == "\rUpdating the database: 0 %\rUpdating the database: 50 %\rUpdating the database: 100 %\r\u{1B}[K")
    }

    @Test func noProgressIsWrittenWithoutUpdateOrTerminal() throws {
        #expect(try written(isSeen: true, []).isEmpty)
        #expect(try written(isSeen: false, [0, 0.5]).isEmpty)
    }
}
