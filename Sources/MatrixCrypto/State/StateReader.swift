/// Parses the output of ``StateWriter``. Extra bytes and lists longer than the remaining bytes are errors.
struct StateReader {
    private let state: SecretBytes
    private var offset = 1

    init(_ state: SecretBytes, _ kind: StateKind) throws(CryptoError) {
        self.state = state
        guard state.count > 0 else { throw .truncated }
        let first = state.withBytes { $0[0] }
        guard first == kind.rawValue else { throw .unknownStateKind(first) }
    }

    mutating func readFlag() throws(CryptoError) -> Bool {
        let number = try readNumber(UInt8.self)
        guard number < 2 else { throw .malformedState }
        return number == 1
    }

    mutating func readNumber<Number: FixedWidthInteger & UnsignedInteger>(
        _ type: Number.Type
    ) throws(CryptoError) -> Number {
        let range = try take(Number.bitWidth / 8)
        return state.withBytes { $0[range].reduce(0) { $0 << 8 | Number($1) } }
    }

    mutating func readSecret(_ count: Int = 32) throws(CryptoError) -> SecretBytes {
        state[try take(count)]
    }

    mutating func readBytes(_ count: Int = 32) throws(CryptoError) -> [UInt8] {
        let range = try take(count)
        return state.withBytes { Array($0[range]) }
    }

    /// - Parameter length: the minimum number of bytes of an element.
    mutating func readList<Element>(
        atMost: Int, length: Int, _ each: (inout StateReader) throws(CryptoError) -> Element
    ) throws(CryptoError) -> [Element] {
        let count = Int(try readNumber(UInt32.self))
        guard count <= atMost else { throw .malformedState }
        guard count * length <= state.count - offset else { throw .truncated }
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try each(&self)) }
        return elements
    }

    func finish() throws(CryptoError) {
        guard offset == state.count else { throw .trailingBytes }
    }

    private mutating func take(_ count: Int) throws(CryptoError) -> Range<Int> {
        guard count <= state.count - offset else { throw .truncated }
        defer { offset += count }
        return offset..<offset + count
    }
}
