/// The result of exporting room keys to a file.
package struct RoomKeyExport: Hashable, Sendable {
    /// The full text of the file.
    package let text: String
    package let keys: Int
    package let chats: Int
    /// The number of keys that could not be opened and are not in the file.
    package let sealed: Int
}
