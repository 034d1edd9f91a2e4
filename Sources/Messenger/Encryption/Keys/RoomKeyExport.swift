/// What was written into a file of room keys.
package struct RoomKeyExport: Hashable, Sendable {
    /// All of the file.
    package let text: String
    package let keys: Int
    package let chats: Int
    /// Keys that could not be opened, and are not in the file.
    package let sealed: Int
}
