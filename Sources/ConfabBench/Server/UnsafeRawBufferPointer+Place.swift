import Glibc

extension UnsafeRawBufferPointer {
    /// Returns the first position of a sequence of bytes: `memmem`, which Swift does not import.
    ///
    /// - Parameter mark: At least one byte.
    func firstPlace(of mark: [UInt8]) -> Int? {
        guard let base = baseAddress, let first = mark.first, count >= mark.count else { return nil }
        return (0...count - mark.count).first { start in
            self[start] == first && memcmp(base + start, mark, mark.count) == 0
        }
    }
}
