/// A D-Bus message in little endian, with the parts that a small service needs (D-Bus Specification, "Message
/// Format").
struct BusMessage {
    enum Kind: UInt8 { case call = 1, answer, failure, signal }

    var kind: Kind
    var serial: UInt32
    /// The header fields by their codes.
    var fields: [UInt8: Value] = [:]
    var body: [UInt8] = []
    var wantsAnswer = true

    enum Value {
        case text(String, type: Character)
        case number(UInt32)

        var text: String? {
            if case .text(let text, _) = self { text } else { nil }
        }
    }

    static let (path, interface, member, answeredSerial): (UInt8, UInt8, UInt8, UInt8) = (1, 2, 3, 5)
    static let (destination, sender, signature): (UInt8, UInt8, UInt8) = (6, 7, 8)

    init(_ kind: Kind, serial: UInt32) {
        self.kind = kind
        self.serial = serial
    }

    /// Removes the first message from the bytes. Returns `nil` if it is incomplete.
    init?(_ bytes: inout [UInt8]) {
        guard bytes.count >= 16 else { return nil }
        var reader = BusReader(Array(bytes.prefix(16)))
        reader.place = 4
        let (bodyLength, serial, fieldLength) = (Int(reader.number()), reader.number(), Int(reader.number()))
        let start = (16 + fieldLength + 7) / 8 * 8
        guard bytes.count >= start + bodyLength, let kind = Kind(rawValue: bytes[1]) else { return nil }
        self.init(kind, serial: serial)
        wantsAnswer = bytes[2] & 1 == 0
        reader = BusReader(Array(bytes.prefix(16 + fieldLength)))
        reader.place = 16
        while reader.place < 16 + fieldLength {
            reader.align(8)
            let code = reader.byte()
            let type = Character(reader.signature())
            fields[code] =
                switch type {
                case "u": .number(reader.number())
                case "g": .text(reader.signature(), type: type)
                default: .text(reader.text(), type: type)
                }
        }
        body = Array(bytes[start..<start + bodyLength])
        bytes.removeFirst(start + bodyLength)
    }

    var bytes: [UInt8] {
        var header = BusWriter()
        for (code, value) in fields.sorted(by: { $0.key < $1.key }) {
            header.align(8)
            header.bytes.append(code)
            switch value {
            case .number(let number):
                header.signature("u")
                header.number(number)
            case .text(let text, "g"):
                header.signature("g")
                header.signature(text)
            case .text(let text, let type):
                header.signature(String(type))
                header.text(text)
            }
        }
        var message = BusWriter()
        message.bytes = [UInt8(ascii: "l"), kind.rawValue, 0, 1]
        message.number(UInt32(body.count))
        message.number(serial)
        message.number(UInt32(header.bytes.count))
        // The fields begin at offset 16, which is a multiple of their alignment.
        message.bytes += header.bytes
        message.align(8)
        return message.bytes + body
    }
}

struct BusReader {
    private let bytes: [UInt8]
    var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func align(_ size: Int) { place = (place + size - 1) / size * size }

    mutating func byte() -> UInt8 {
        defer { place += 1 }
        return place < bytes.count ? bytes[place] : 0
    }

    mutating func number() -> UInt32 {
        align(4)
        return (0..<4).reduce(0) { $0 | UInt32(byte()) << (8 * UInt32($1)) }
    }

    mutating func text() -> String { string(length: Int(number())) }

    mutating func signature() -> String { string(length: Int(byte())) }

    private mutating func string(length: Int) -> String {
        defer { place += length + 1 }
        return String(decoding: bytes.dropFirst(place).prefix(length), as: UTF8.self)
    }
}

struct BusWriter {
    var bytes: [UInt8] = []

    mutating func align(_ size: Int) {
        while !bytes.count.isMultiple(of: size) { bytes.append(0) }
    }

    mutating func number(_ number: UInt32) {
        align(4)
        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt32(shift)))) }
    }

    mutating func text(_ text: String) {
        number(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    mutating func signature(_ text: String) { bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0] }

    mutating func texts(_ texts: [String]) {
        var list = BusWriter()
        for text in texts { list.text(text) }
        number(UInt32(list.bytes.count))
        bytes += list.bytes
    }
}
