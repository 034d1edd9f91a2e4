import Foundation
import Messenger

/// The text that a command is to send.
enum ScriptInput {
    /// The limit to read, in bytes. It is more than a message may have.
    private static let most = 1_000_000

    /// - Parameter words: the words of the command line. None, or `-` alone, means standard input.
    static func text(_ words: [String]) throws(ProgramError) -> String {
        let text = words.isEmpty || words == ["-"] ? try standardInput() : words.joined(separator: " ")
        let excess = text.utf8.count - ScriptLine.maximumBytes
        // The sending process reads only requests up to its limit, so the error is reported here.
        if excess > 0, let problem = LineFate.tooLong(by: excess).problem {
            throw .script(.said(problem, exitCode: 1))
        }
        guard !text.utf8.contains(0) else { throw .input(.noText) }
        guard text.contains(where: { !$0.isWhitespace }) else { throw .input(.nothingToSend) }
        return text
    }

    /// Reads standard input completely, and drops the line breaks at its end.
    private static func standardInput() throws(ProgramError) -> String {
        var bytes = (try? FileHandle.standardInput.read(upToCount: most)) ?? Data()
        while let last = bytes.last, [0x0A, 0x0D].contains(last) { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .input(.noText) }
        return text
    }
}
