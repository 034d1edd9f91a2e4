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
