/// What a terminal answered when it was asked what it can do.
package struct TerminalAnswers: Hashable, Sendable {
    /// Its own name, as in `XTerm(379)`; without what could steer a terminal.
    package let name: String?
    /// The private modes that it was asked for, and whether it has them.
    package let modes: [Int: Bool]
    /// Whether it says that programs may fill the clipboard; few do.
    package let hasClipboard: Bool?
    /// How it shows pixels; `nil` for letters alone.
    package let graphics: TerminalGraphics.Form?
    /// It answered the last question, so that what it didn't answer before it doesn't know.
    package let isComplete: Bool

    /// Asks for its name, for bracketed paste, focus and synchronized updates, for the clipboard and for pixels, and last for
    /// what any terminal answers.
    ///
    /// - Parameter speaksKitty: as in ``GraphicsAnswer/question(speaksKitty:)``.
    static func questions(speaksKitty: Bool) -> [UInt8] {
        let own = "\u{1B}[>0q\u{1B}[?2004$p\u{1B}[?1004$p\u{1B}[?2026$p\u{1B}P+q4D73\u{1B}\\"
        return Array(own.utf8) + GraphicsAnswer.question(speaksKitty: speaksKitty)
    }

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var modes: [Int: Bool] = [:]
        // DECRPM: 0 is a mode that is not known, 4 one that stays off.
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
