/// The disk space that files from chats may use, in megabytes.
package struct MediaSettings: Hashable, Sendable {
    /// The maximum size of a single file.
    package var largest = 200
    /// The maximum size of the cache. The least recently used files are evicted first.
    package var kept = 500
    /// The height of pictures in a chat.
    package var pictures = PictureHeight.medium

    var largestBytes: Int64 { Int64(largest) * 1_000_000 }
    var keptBytes: Int64 { Int64(kept) * 1_000_000 }
}
