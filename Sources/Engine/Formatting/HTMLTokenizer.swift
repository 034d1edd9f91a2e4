/// Splits HTML into text and tags. For any input, each byte is read a bounded number of times.
package struct HTMLTokenizer {
    package enum Token: Equatable {
        /// Text with its entities replaced.
        case text(String)
        case start(HTMLTag)
        case end(name: String)
    }

    private let bytes: [UInt8]
    private var position = 0

    package init(_ html: String) {
        bytes = Array(html.utf8)
    }

    package mutating func next() -> Token? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<"), let kind = byte(position + 1) else { return text() }
            switch kind {
            case UInt8(ascii: "!"), UInt8(ascii: "?"):
                skipComment()
            case UInt8(ascii: "/") where byte(position + 2).map(Self.isLetter) == true:
                return endTag()
            case _ where Self.isLetter(kind):
                return startTag()
            default:
                return text()
            }
        }
        return nil
    }

    private func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Reads text up to the next `<`, at least one byte.
    private mutating func text() -> Token {
        let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return text(to: end)
    }

    private mutating func text(to end: Int) -> Token {
        defer { position = end }
        return .text(HTMLEntity.replaced(in: bytes[position..<end]))
    }

    /// Skips a comment. An unterminated comment extends to the end of the text, as in browsers.
    private mutating func skipComment() {
        let isComment = bytes[position...].starts(with: "<!--".utf8)
        var place = position + (isComment ? 4 : 2)
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: ">") {
                let isEnd = bytes[place - 1] == UInt8(ascii: "-") && bytes[place - 2] == UInt8(ascii: "-")
                if !isComment || isEnd { break }
            }
            place += 1
        }
        position = min(place + 1, bytes.count)
    }

    private mutating func endTag() -> Token {
        let name = name(from: position + 2)
        let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1
        position = end + 1
        return .end(name: name.text)
    }

    /// Reads a start tag. An unterminated tag is text, together with all that follows.
    private mutating func startTag() -> Token {
        let name = name(from: position + 1)
        var tag = HTMLTag(name: name.text)
        var place = name.end
        while let next = byte(place) {
            if next == UInt8(ascii: ">") {
                position = place + 1
                return .start(tag)
            }
            if Self.isBlank(next) || next == UInt8(ascii: "/") {
                place += 1
                continue
            }
            guard let end = addAttribute(from: place, to: &tag) else { break }
            place = end
        }
        return text(to: bytes.count)
    }

    /// - Returns: the end of the attribute; `nil` if its closing quotation mark is missing.
    private func addAttribute(from start: Int, to tag: inout HTMLTag) -> Int? {
        var place = start + 1
        while let next = byte(place), !Self.isBlank(next), !Self.endsName.contains(next) { place += 1 }
        let name = bytes[start..<place]
        var end = place
        while let next = byte(end), Self.isBlank(next) { end += 1 }
        guard byte(end) == UInt8(ascii: "=") else {
            tag.add(name, value: [])
            return place
        }
        end += 1
        while let next = byte(end), Self.isBlank(next) { end += 1 }
        guard let first = byte(end) else { return nil }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            guard let close = bytes[(end + 1)...].firstIndex(of: first) else { return nil }
            tag.add(name, value: bytes[(end + 1)..<close])
            return close + 1
        }
        let valueStart = end
        while let next = byte(end), !Self.isBlank(next), next != UInt8(ascii: ">") { end += 1 }
        tag.add(name, value: bytes[valueStart..<end])
        return end
    }

    private func name(from start: Int) -> (text: String, end: Int) {
        var end = start
        while let next = byte(end), !Self.isBlank(next), !Self.endsName.contains(next) { end += 1 }
        return (String(decoding: bytes[start..<end], as: UTF8.self).lowercased(), end)
    }

    private static let endsName = Array("/>=".utf8)

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
