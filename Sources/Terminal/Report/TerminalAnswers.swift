/// The answers of a terminal to questions about its features.
package struct TerminalAnswers: Hashable, Sendable {
    /// Its own name, as in `XTerm(379)`, without control characters.
    package let name: String?
    /// The requested private modes, and whether it supports them.
    package let modes: [Int: Bool]
    /// Whether it says that programs may set the clipboard. Few terminals answer this.
    package let hasClipboard: Bool?
    /// The graphics that it supports; `nil` for text only.
    package let graphics: TerminalGraphics.Form?
    /// Whether it answered the last question. Questions without an answer are unknown to it then.
    package let isComplete: Bool

    /// Asks for its name, bracketed paste, focus, synchronized updates, the clipboard and graphics. The last
    /// question is one that any terminal answers.
    ///
    /// - Parameter speaksKitty: as in ``GraphicsAnswer/question(speaksKitty:)``.
    static func questions(speaksKitty: Bool) -> [UInt8] {
        let own = "\u{1B}[>0q\u{1B}[?2004$p\u{1B}[?1004$p\u{1B}[?2026$p\u{1B}P+q4D73\u{1B}\\"
        return Array(own.utf8) + GraphicsAnswer.question(speaksKitty: speaksKitty)
    }

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var modes: [Int: Bool] = [:]
        // DECRPM: 0 means that the mode is unknown, 4 that it is permanently off.
        for match in text.matches(of: /\u{1B}\[\?(\d{1,5});(\d)\$y/) {
            if let mode = Int(match.1) { modes[mode] = match.2 != "0" && match.2 != "4" }
        }
        self.modes = modes
        let given = text.firstMatch(of: /\u{1B}P>\|([^\u{1B}]{1,100})\u{1B}\\/)?.1
        name = given.map { $0.map { TextWidth.drawable($0) }.joined() }
        let attributes = text.firstMatch(of: /\u{1B}\[\?([0-9;]*)c/)?.1
        isComplete = attributes != nil
        let knowsMs = text.firstMatch(of: /\u{1B}P([01])\+r4[dD]73/)?.1
        let says52 = attributes?.split(separator: ";").dropFirst().contains("52") == true
        var parser = InputParser()
        parser.awaitsGraphics = true
        graphics = GraphicsAnswer.form(
            of: parser.feed(bytes).compactMap { if case .graphics(let answer) = $0 { answer } else { nil } })
        hasClipboard = says52 || knowsMs == "1" ? true : nil
    }
}
