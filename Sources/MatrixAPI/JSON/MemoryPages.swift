import Glibc

/// Returns the memory of bytes that are no longer needed to the system, before their owner frees all of them.
///
/// A sync may have hundreds of megabytes, and its parsed values take as much again. Discarding the text while
/// parsing keeps the peak low.
package enum MemoryPages {
    /// The number of bytes that are discarded at a time.
    package static let step = 4 << 20

    /// Discards bytes, which are undefined afterwards. Pages that are only partly within them stay unchanged.
    package static func discard(_ bytes: UnsafeRawBufferPointer) {
        let page = Int(getpagesize())
        guard let base = bytes.baseAddress, bytes.count >= 2 * page else { return }
        let first = (UInt(bitPattern: base) + UInt(page) - 1) / UInt(page) * UInt(page)
        let end = (UInt(bitPattern: base) + UInt(bytes.count)) / UInt(page) * UInt(page)
        guard end > first, let start = UnsafeMutableRawPointer(bitPattern: first) else { return }
        madvise(start, Int(end - first), MADV_DONTNEED)
    }
}
