/// How much room files from chats may take on this machine, in megabytes.
package struct MediaSettings: Hashable, Sendable {
    /// Of a single one.
    package var largest = 200
    /// Of all that are kept in the profile, those not used for longest going first.
    package var kept = 500
    /// How high they are drawn in a chat, where they are pictures.
    package var pictures = PictureHeight.medium

    var largestBytes: Int64 { Int64(largest) * 1_000_000 }
    var keptBytes: Int64 { Int64(kept) * 1_000_000 }
}
