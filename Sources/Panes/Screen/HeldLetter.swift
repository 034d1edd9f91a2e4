/// A letter that was typed where it answers a question. It does so by itself alone: after a moment without another key, or
/// with Enter. What comes sooner makes both of them a text, and a text answers nothing.
struct HeldLetter {
    let text: String
    let action: ActionID
    /// Tells it from a later one.
    let number: Int
    /// Whether it came with nothing else: an Enter in the same read is no hand that answers.
    var isRipe = false

    /// After so many milliseconds it has come by itself.
    static let ripening = 30
    /// After so many it answers. A pause within a text is shorter, and somebody who waits for an answer sees it held.
    static let pause = 600
}
