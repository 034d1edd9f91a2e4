extension StringProtocol {
    /// The text without white space at its ends.
    var trimming: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
