import Glibc

extension UnsafeRawBufferPointer {
    /// Where a sequence of bytes begins for the first time: `memmem`, which Swift does not import.
    ///
    /// - Parameter mark: at least one byte.
    func firstPlace(of mark: [UInt8]) -> Int? {
        guard let base = baseAddress, let first = mark.first, count >= mark.count else { return nil }
        return (0...count - mark.count).first { start in
            self[start] == first && memcmp(base + start, mark, mark.count) == 0
        }
    }
}
