/// Serializes an account or a session, in parts that stay in secret memory. The caller has to encrypt the result.
struct StateWriter {
    private var parts: [SecretBytes] = []
    private var open: [UInt8]

    init(_ kind: StateKind) {
        open = [kind.rawValue]
    }

    mutating func append(_ flag: Bool) {
        open.append(flag ? 1 : 0)
    }

    mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            open.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    /// Appends a secret whose length the reader knows.
    mutating func append(_ secret: SecretBytes) {
        close()
        parts.append(secret)
    }

    /// Appends bytes whose number the reader knows.
    mutating func append(_ bytes: [UInt8]) {
        open.append(contentsOf: bytes)
    }

    mutating func append<Element>(_ elements: [Element], _ each: (inout StateWriter, Element) -> Void) {
        append(UInt32(elements.count))
        for element in elements { each(&self, element) }
    }

    consuming func finish() -> SecretBytes {
        close()
        return SecretBytes(joining: parts)
    }

    private mutating func close() {
        guard !open.isEmpty else { return }
        parts.append(SecretBytes(taking: &open))
        open = []
    }
}

/// The first byte of a stored state. A number is never reused, and a new format of the same state gets a new number.
enum StateKind: UInt8 {
    case olmAccount = 1
    case olmSession = 2
    case megolmOutboundSession = 3
    case megolmInboundSession = 4
    case crossSigning = 5
}

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
        let range = try read(Number.bitWidth / 8)
        return state.withBytes { $0[range].reduce(0) { $0 << 8 | Number($1) } }
    }

    mutating func readSecret(_ count: Int = 32) throws(CryptoError) -> SecretBytes {
        state[try read(count)]
    }

    mutating func readBytes(_ count: Int = 32) throws(CryptoError) -> [UInt8] {
        let range = try read(count)
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

    private mutating func read(_ count: Int) throws(CryptoError) -> Range<Int> {
        guard count <= state.count - offset else { throw .truncated }
        defer { offset += count }
        return offset..<offset + count
    }
}
