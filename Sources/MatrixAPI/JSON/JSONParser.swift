/// Parses the bytes of a JSON text in a single pass; the caller keeps the buffer alive.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var remainingDepth: Int
    let isLenient: Bool
    /// The state for repairing events; `nil` if a syntax error fails the whole text.
    var repair: JSONRepair?
    /// Whether the memory of parsed bytes is returned to the system (``MemoryPages``).
    let discards: Bool
    var offset = 0
    private var discarded = 0
    /// The members of the objects that are being read, the innermost last. An object is made once their number is
    /// known, so that its memory doesn't grow step by step.
    private var pending: [JSONObject.Element] = []

    init(
        bytes: UnsafeBufferPointer<UInt8>, remainingDepth: Int, isLenient: Bool, repair: JSONRepair?, discards: Bool
    ) {
        self.bytes = bytes
        self.remainingDepth = remainingDepth
        self.isLenient = isLenient
        self.repair = repair
        self.discards = discards
    }

    mutating func document() throws(JSONError) -> JSONValue {
        skipSpace()
        // `GET state` returns only the list.
        if current == UInt8(ascii: "[") { repair?.place = .eventList }
        let value = try value()
        skipSpace()
        guard offset == bytes.count else { throw malformed }
        return value
    }

    private var malformed: JSONError { .malformed(offset: offset) }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard let byte = current else { throw malformed }
        switch byte {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard remainingDepth > 0 else {
            guard isLenient else { throw .tooDeep }
            try skipNested()
            return .null
        }
        remainingDepth -= 1
        offset += 1
        let value = try body(&self)
        remainingDepth += 1
        return value
    }

    /// Skips an array or object without checking its grammar, and without recursion: the sender chooses its depth.
    private mutating func skipNested() throws(JSONError) {
        var open = 0
        while let byte = current {
            offset += 1
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
            case UInt8(ascii: "\""): try skipString()
            default: break
            }
            if open == 0 { return }
        }
        throw malformed
    }

    private mutating func skipString() throws(JSONError) {
        while let byte = current {
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
        throw malformed
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        let start = pending.count
        do throws(JSONError) {
            try members()
            var members = JSONObject()
            members.reserveCapacity(pending.count - start)
            for member in pending[start...] { try add(member, to: &members) }
            pending.removeSubrange(start...)
            return .object(members)
        } catch {
            pending.removeSubrange(start...)
            throw error
        }
    }

    private mutating func members() throws(JSONError) {
        skipSpace()
        if current == UInt8(ascii: "}") {
            offset += 1
            return
        }
        while true {
            skipSpace()
            // A trailing comma is accepted outside of events.
            if current == UInt8(ascii: "}"), let place = repair?.place, place != .event {
                offset += 1
                return
            }
            guard current == UInt8(ascii: "\"") else { throw malformed }
            let key = try string()
            skipSpace()
            guard current == UInt8(ascii: ":") else { throw malformed }
            offset += 1
            if let value = try repaired(key, in: { parser throws(JSONError) in try parser.value() }) {
                pending.append((key, value))
            }
            if try endsAfterElement(UInt8(ascii: "}")) { return }
        }
    }

    /// Adds a member. Two names of different bytes that Swift considers equal would lose one of the members. A
    /// strict parser refuses them, a lenient one keeps the member whose name is a valid identifier.
    private func add(_ member: JSONObject.Element, to members: inout JSONObject) throws(JSONError) {
        guard let place = members.place(of: member.key) else {
            return members.append(member.value, named: member.key)
        }
        guard !members[place].key.utf8.elementsEqual(member.key.utf8) else {
            return members.replace(at: place, with: member)
        }
        guard isLenient else { throw malformed }
        if member.key.isSoundIdentifier { members.replace(at: place, with: member) }
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        skipSpace()
        if current == UInt8(ascii: "]") {
            offset += 1
            return .array(elements)
        }
        while true {
            if let element = try repairedElement() { elements.append(element) }
            if try endsAfterElement(UInt8(ascii: "]")) { return .array(elements) }
        }
    }

    // MARK: Repairs

    /// Reads the value of a member. If its grammar is broken outside of an event, the member is left out.
    ///
    /// - Returns: `nil` if it is left out.
    private mutating func repaired(
        _ name: String, in read: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue? {
        guard let place = repair?.place, place != .event else { return try read(&self) }
        repair?.place = JSONRepair.listNames.contains(name) ? .eventList : .outside
        defer { repair?.place = place }
        return try repaired(read) { parser throws(JSONError) in
            try parser.skipBroken()
            return nil
        }
    }

    /// Reads an element of an array. An event whose grammar is broken keeps the members that can be read, with
    /// ``JSONRepair/mark``; another element is left out.
    ///
    /// - Returns: `nil` if it is left out.
    private mutating func repairedElement() throws(JSONError) -> JSONValue? {
        guard let place = repair?.place, place != .event else { return try value() }
        skipSpace()
        // A trailing comma.
        if current == UInt8(ascii: "]") { return nil }
        let isEvent = place == .eventList && current == UInt8(ascii: "{")
        repair?.place = isEvent ? .event : .outside
        defer { repair?.place = place }
        return try repaired({ parser throws(JSONError) in try parser.value() }) { parser throws(JSONError) in
            guard isEvent else {
                try parser.skipBroken()
                return nil
            }
            return try parser.salvagedEvent()
        }
    }

    /// - Parameter recover: Called at the position at which the broken value begins.
    private mutating func repaired(
        _ read: (inout JSONParser) throws(JSONError) -> JSONValue,
        recover: (inout JSONParser) throws(JSONError) -> JSONValue?
    ) throws(JSONError) -> JSONValue? {
        let (start, depth) = (offset, remainingDepth)
        do throws(JSONError) {
            let value = try read(&self)
            skipSpace()
            let isEnd = current.map { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }
            guard isEnd == true else { throw malformed }
            return value
        } catch {
            guard repair?.isHopeless == false, case .malformed(let broken) = error else { throw error }
            guard start >= discarded else {
                // The bytes to read again were already discarded.
                repair?.isHopeless = true
                throw error
            }
            (offset, remainingDepth) = (start, depth)
            do throws(JSONError) {
                let value = try recover(&self)
                repair?.note(broken)
                return value
            } catch {
                // Repairing an enclosing value would fail as well, so no further repair is tried.
                repair?.isHopeless = true
                throw .malformed(offset: broken)
            }
        }
    }

    private mutating func salvagedEvent() throws(JSONError) -> JSONValue {
        var members = JSONObject(unique: [(JSONRepair.mark, true)])
        guard remainingDepth > 0 else { throw malformed }
        remainingDepth -= 1
        defer { remainingDepth += 1 }
        offset += 1
        while true {
            skipSpace()
            guard let byte = current else { throw malformed }
            switch byte {
            case UInt8(ascii: "}"):
                offset += 1
                return .object(members)
            case UInt8(ascii: ","): offset += 1
            // The event's own bracket is missing.
            case UInt8(ascii: "]"): return .object(members)
            default:
                let (start, depth) = (offset, remainingDepth)
                if let (name, value) = try? member() {
                    members[name] = value
                } else {
                    guard start >= discarded else { throw malformed }
                    (offset, remainingDepth) = (start, depth)
                    try skipBroken()
                }
            }
        }
    }

    /// Reads a member up to the comma or the bracket behind it.
    private mutating func member() throws(JSONError) -> (String, JSONValue) {
        guard current == UInt8(ascii: "\"") else { throw malformed }
        let name = try string()
        skipSpace()
        guard current == UInt8(ascii: ":") else { throw malformed }
        offset += 1
        let value = try value()
        skipSpace()
        guard current == UInt8(ascii: ",") || current == UInt8(ascii: "}") else { throw malformed }
        return (name, value)
    }

    /// Skips an unreadable part, up to the comma or the bracket that ends it.
    private mutating func skipBroken() throws(JSONError) {
        var open = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if open == 0 { return }
                open -= 1
            case UInt8(ascii: ","):
                if open == 0 { return }
            case UInt8(ascii: "\""):
                offset += 1
                try skipString()
                continue
            default: break
            }
            offset += 1
        }
        throw malformed
    }

    private mutating func endsAfterElement(_ end: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        guard let byte = current, byte == end || byte == UInt8(ascii: ",") else { throw malformed }
        offset += 1
        if discards, offset - discarded >= MemoryPages.step { discard() }
        return byte == end
    }

    private mutating func discard() {
        MemoryPages.discard(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[discarded..<offset])))
        discarded = offset
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for index in 0..<text.utf8CodeUnitCount {
            guard current == text.utf8Start[index] else { throw malformed }
            offset += 1
        }
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        if current == UInt8(ascii: "-") { offset += 1 }
        let leading = offset
        try digits()
        if bytes[leading] == UInt8(ascii: "0"), offset > leading + 1 { throw .malformed(offset: leading) }
        var isInteger = true
        if current == UInt8(ascii: ".") {
            isInteger = false
            offset += 1
            try digits()
        }
        if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            offset += 1
            if let sign = current, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
            try digits()
        }
        if isInteger, offset - leading <= Self.safeDigits {
            let value = bytes[leading..<offset].reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
            return .integer(leading > start ? -value : value)
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            guard isLenient else { throw .malformed(offset: start) }
            return .null
        }
        return .double(value)
    }

    /// The number of decimal digits that always fit in 64 bits.
    private static let safeDigits = 18

    private mutating func digits() throws(JSONError) {
        let start = offset
        while let byte = current, byte >= 0x30, byte <= 0x39 { offset += 1 }
        if offset == start { throw malformed }
    }

    private mutating func string() throws(JSONError) -> String {
        offset += 1
        let start = offset
        var isASCII = true
        while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            if byte < 0x20 { throw malformed }
            if byte >= 0x80 { isASCII = false }
            offset += 1
        }
        if current == UInt8(ascii: "\"") {
            let slice = UnsafeBufferPointer(rebasing: bytes[start..<offset])
            let text = isASCII ? String(decoding: slice, as: UTF8.self) : try utf8(slice, at: start)
            offset += 1
            return text
        }
        return try escapedString(start: start)
    }

    private mutating func escapedString(start: Int) throws(JSONError) -> String {
        var buffer = Array(bytes[start..<offset])
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return try utf8(buffer[...], at: start)
            case UInt8(ascii: "\\"):
                offset += 1
                try escape(into: &buffer)
            case 0..<0x20:
                throw malformed
            default:
                buffer.append(byte)
                offset += 1
            }
        }
        throw malformed
    }

    private func utf8(_ slice: some Collection<UInt8>, at start: Int) throws(JSONError) -> String {
        if let text = String(validating: slice, as: UTF8.self) { return text }
        guard isLenient else { throw .malformed(offset: start) }
        return String(decoding: slice, as: UTF8.self)
    }

    private mutating func escape(into buffer: inout [UInt8]) throws(JSONError) {
        guard let byte = current else { throw malformed }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(byte)
        case UInt8(ascii: "b"): buffer.append(0x08)
        case UInt8(ascii: "f"): buffer.append(0x0C)
        case UInt8(ascii: "n"): buffer.append(0x0A)
        case UInt8(ascii: "r"): buffer.append(0x0D)
        case UInt8(ascii: "t"): buffer.append(0x09)
        case UInt8(ascii: "u"): buffer.append(contentsOf: Array(String(try escapedScalar()).utf8))
        default: throw .malformed(offset: offset - 1)
        }
    }

    /// Reads an escaped character. A surrogate without its partner becomes U+FFFD: other clients send such text,
    /// and it must not cost the event.
    private mutating func escapedScalar() throws(JSONError) -> Character {
        let unit = try hexadecimalUnit()
        if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
        let isPair =
            unit < 0xDC00 && offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "\\")
            && bytes[offset + 1] == UInt8(ascii: "u")
        guard isPair else { return "\u{FFFD}" }
        let beforeSecond = offset
        offset += 2
        let second = try hexadecimalUnit()
        guard (0xDC00...0xDFFF).contains(second) else {
            offset = beforeSecond
            return "\u{FFFD}"
        }
        let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        return Unicode.Scalar(value).map(Character.init) ?? "\u{FFFD}"
    }

    private mutating func hexadecimalUnit() throws(JSONError) -> UInt16 {
        guard offset + 4 <= bytes.count else { throw malformed }
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else { throw malformed }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }
}
