import Testing

@testable import MatrixCrypto

@Suite(.timeLimit(.minutes(5))) struct FieldReaderTests {
    private func read(_ bytes: [UInt8]) throws(CryptoError) -> FieldReader {
        try FieldReader(bytes[...], tags: [0x08, 0x12])
    }

    @Test(arguments: [0, 1, 127, 128, 300, 65_535, UInt32.max])
    func writtenFieldsAreReadBack(number: UInt32) throws {
        var writer = FieldWriter(version: 3)
        writer.append(0x08, counter: number)
        writer.append(0x12, bytes: Array("text".utf8))
        #expect(writer.bytes.first == 3)
        let fields = try read(Array(writer.bytes.dropFirst()))
        #expect(try fields.counter(0x08) == number)
        #expect(try Array(fields.bytes(0x12)) == Array("text".utf8))
    }

    @Test func unknownFieldIsSkipped() throws {
        let fields = try read([0x18, 0x80, 0x01, 0x22, 2, 9, 9, 0x08, 5, 0x12, 0])
        #expect(try fields.counter(0x08) == 5)
        #expect(try fields.bytes(0x12).isEmpty)
        #expect(throws: CryptoError.missingField(tag: 0x22)) { try fields.bytes(0x22) }
    }

    @Test(
        arguments: [
            ([0x08], .truncated), ([0x08, 0x80], .truncated), ([0x12], .truncated), ([0x12, 1], .truncated),
            ([0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0], .truncated),
            ([0x08, 1, 0x08, 1], .repeatedField(tag: 0x08)), ([0x12, 0, 0x12, 0], .repeatedField(tag: 0x12)),
            ([0x09, 0, 0, 0, 0, 0, 0, 0, 0], .unknownFieldKind(tag: 0x09)), ([0x0D], .unknownFieldKind(tag: 0x0D)),
            ([0x08] + Array(repeating: 0xFF, count: 9) + [0x02], .numberTooLarge),
            ([0x08] + Array(repeating: 0x80, count: 10) + [0], .numberTooLarge),
        ] as [([UInt8], CryptoError)])
    func truncatedOrAmbiguousFieldsAreRefused(bytes: [UInt8], error: CryptoError) {
        #expect(throws: error) { try read(bytes) }
    }

    @Test func missingOrOversizedFieldIsNamed() throws {
        let fields = try read([0x08, 0x80, 0x80, 0x80, 0x80, 0x10])
        #expect(throws: CryptoError.numberTooLarge) { try fields.counter(0x08) }
        #expect(throws: CryptoError.missingField(tag: 0x12)) { try fields.bytes(0x12) }
        #expect(throws: CryptoError.missingField(tag: 0x10)) { try fields.counter(0x10) }
    }
}
