/// A typed letter that may answer a question. It does so only if no other key follows for a moment, or if Enter
/// follows. Any other key makes it the beginning of a text, and a text never answers a question.
struct HeldLetter {
    let text: String
    let action: ActionID
    /// Distinguishes it from later letters.
    let number: Int
    /// Whether no other input arrived with it. An Enter in the same read belongs to pasted or buffered text and must
    /// not answer.
    var isRipe = false

    /// The time without further input after which it counts as a single key press, in milliseconds.
    static let ripening = 30
    /// The time after which the letter answers, in milliseconds. It is longer than a pause within text, and the held
    /// letter is visible meanwhile.
    static let pause = 600
}
