import TestSeeds
import Testing

@testable import Confab

/// Fuzzes the content of the settings file.
@Suite(.timeLimit(.minutes(5))) struct SettingsFuzzTests {
    @Test func fuzzedFilesReportProblemsWithValidLines() throws {
        let words = ["[keys]", "\"\"\"", "'''", " = ", "1979-05-27", "0x"]
        let names = try SourceWords.of("Confab/Configuration").flatMap { [$0, "\n\($0) = "] }
        guard var fuzzer = try Fuzzer("toml", words: words + names) else { return }
        while let input = try fuzzer.next() {
            let text = String(decoding: input, as: UTF8.self)
            let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            for problem in SettingsReader(file: "f").read(text, previous: Settings()).problems {
                #expect((1...lines).contains(problem.line ?? 0), "\(problem.message), \(fuzzer.failure())")
            }
        }
    }
}
