/// ``CounterCipher`` over what comes in pieces of any length: the pieces one after the other are what it would make of the whole.
struct CounterStream {
    private static let blockLength: UInt64 = 16

    private let key: SecretBytes
    private let vector: [UInt8]
    private var offset: UInt64 = 0

    init(key: SecretBytes, vector: [UInt8]) throws(CryptoError) {
        _ = try CounterCipher(key: key, vector: vector)
        self.key = key
        self.vector = vector
    }

    mutating func apply(to piece: [UInt8]) -> [UInt8] {
        let begun = Int(offset % Self.blockLength)
        let padded = begun == 0 ? piece : Array(repeating: 0, count: begun) + piece
        do throws(CryptoError) {
            let whole = try CounterCipher(key: key, vector: counter).apply(to: padded)
            offset += UInt64(piece.count)
            return begun == 0 ? whole : Array(whole.dropFirst(begun))
        } catch {
            preconditionFailure("the key and the vector were taken before")
        }
    }

    /// The counter of the block that the next piece begins in: the vector is one number of 128 bits, as other implementations
    /// count also where theirs begins with something else than zeros.
    private var counter: [UInt8] {
        var counter = vector
        var carry = offset / Self.blockLength
        for index in counter.indices.reversed() where carry > 0 {
            carry += UInt64(counter[index])
            counter[index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
        return counter
    }
}
