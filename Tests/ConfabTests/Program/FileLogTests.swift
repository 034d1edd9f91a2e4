import Foundation
import Logging
import Testing

@testable import Confab

@Suite(.timeLimit(.minutes(5))) struct FileLogTests {
    private let home: ScratchDirectory
    private let path: String
    private let log: FileLog

    init() throws {
        home = try ScratchDirectory()
        path = home.path + "/confab.log"
        log = FileLog(path: path, environment: [:])
    }

    private func lines() throws -> [String] {
        log.finish()
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func logEntryIsOneEscapedLine() throws {
        let logger = log.logger(label: "client")
        logger.info("bo\nsays\r\n\u{1B}[2J hello\u{2028}", metadata: ["path": "a\nb"])
        logger.warning("second")
        let lines = try lines()
        #expect(lines.count == 2)
        #expect(
            lines.first?.contains("info client: bo\\u{a}says\\u{d}\\u{a}\\u{1b}[2J hello\\u{2028} path=a\\u{a}b")
                == true)
        #expect(lines.last?.hasSuffix("warning client: second") == true)
    }

    @Test func environmentLogLevelOverridesSettings() throws {
        let logger = log.logger(label: "client")
        logger.debug("one")
        log.setLevel(.debug)
        logger.debug("two")
        log.finish()
        let quiet = FileLog(path: path, environment: [LogLevel.variable: "warning"])
        quiet.setLevel(.debug)
        quiet.logger(label: "server").info("three")
        quiet.logger(label: "server").warning("four")
        quiet.finish()
        #expect(try lines().compactMap { $0.split(separator: " ").last } == ["two", "four"])
    }

    @Test func logFileIsPrivate() throws {
        log.append("hello")
        log.finish()
        #expect(try ScratchDirectory.mode(of: path) == 0o600)
    }

    @Test func logRotatesAtFiveMegabytesKeepingOneFile() throws {
        for round in 1...2 {
            try Data(repeating: UInt8(ascii: "x"), count: 5_000_000).write(to: URL(filePath: path))
            log.append("the last of file \(round)")
            log.append("the first of the next")
            #expect(try lines() == ["the first of the next"])
            let before = try String(contentsOfFile: path + ".1", encoding: .utf8)
            #expect(before.hasSuffix("the last of file \(round)\n"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).count == 2)
    }
}
