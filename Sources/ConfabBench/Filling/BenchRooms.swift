import Foundation

/// The two chats that ana and bo have on the server.
struct BenchRooms: Codable, Sendable {
    /// Is on screen after a start, and has a tenth of all messages.
    let open: String
    /// Is not on screen.
    let other: String
}
