/// The sequence that puts text on the clipboard: OSC 52, with the text in base64.
enum Clipboard {
    static func sequence(for text: String) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + Base64Text.encoded(Array(text.utf8)) + [0x07]
    }
}
