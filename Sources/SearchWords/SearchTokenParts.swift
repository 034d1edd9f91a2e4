/// Builds tokens from decomposed scalars.
struct SearchTokenParts {
    private(set) var tokens: [SearchToken] = []
    private var text = ""
    private var start = 0
    private var end = 0
    /// Whether the current token accepts only marks.
    private var isAlone = false

    mutating func add(_ scalar: Unicode.Scalar, at place: Int) {
        switch SearchScalarClass(scalar) {
        case .ignored: break
        case .separator: endToken()
        case .mark where text.isEmpty: break
        case .mark: append(String(scalar), at: place)
        case .word(let folded):
            if isAlone { endToken() }
            append(folded, at: place)
        case .alone:
            endToken()
            append(String(scalar), at: place)
            isAlone = true
        }
    }

    /// Adds an ASCII character.
    mutating func add(_ byte: UInt8, at place: Int) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            if isAlone { endToken() }
            let isCapital = byte < UInt8(ascii: "a") && byte >= UInt8(ascii: "A")
            if text.isEmpty { start = place }
            end = place + 1
            text.unicodeScalars.append(Unicode.Scalar(isCapital ? byte | 0x20 : byte))
        default: endToken()
        }
    }

    mutating func endToken() {
        if !text.isEmpty { tokens.append(SearchToken(text: text, range: start..<end)) }
        text = ""
        isAlone = false
    }

    private mutating func append(_ folded: String, at place: Int) {
        if text.isEmpty { start = place }
        end = place + 1
        text += folded
    }
}
