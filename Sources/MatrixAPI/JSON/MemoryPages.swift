import Glibc

/// Gives the memory of bytes that are not read any more back to the system, before their owner frees all of them.
///
/// A sync may have hundreds of megabytes, and what is made of them takes as much again: the one goes while the other comes.
package enum MemoryPages {
    /// So many bytes are given back at a time.
    package static let step = 4 << 20

    /// The bytes are undefined afterwards. Pages that are within them only in part stay as they are.
    package static func discard(_ bytes: UnsafeRawBufferPointer) {
        let page = Int(getpagesize())
        guard let base = bytes.baseAddress, bytes.count >= 2 * page else { return }
        let first = (UInt(bitPattern: base) + UInt(page) - 1) / UInt(page) * UInt(page)
        let end = (UInt(bitPattern: base) + UInt(bytes.count)) / UInt(page) * UInt(page)
        guard end > first, let start = UnsafeMutableRawPointer(bitPattern: first) else { return }
        madvise(start, Int(end - first), MADV_DONTNEED)
    }
}
