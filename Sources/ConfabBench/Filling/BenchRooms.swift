import Foundation

/// The two chats that ana and bo have on the server.
struct BenchRooms: Codable, Sendable {
    /// The chat that is on screen after a start, with a tenth of all messages.
    let open: String
    /// A chat that is not on screen.
    let other: String
}
