import Foundation
import MatrixAPI

/// The file of the notifications that a profile has on the desktop. A screen and `confab notify` run in turn, and
/// each replaces and withdraws the notifications of the other. The file is locked until this object is gone.
final class DeliveredNotifications {
    struct Notice: Hashable {
        var chatIDs: Set<String>
        /// The unique ID of the bus that it was shown on.
        let bus: String
        /// The unique name of the notification server on that bus. The bus never assigns it again.
        let server: String
        let number: UInt32
    }

    private let descriptor: Int32

    private static let mostBytes = 1 << 20

    /// - Returns: `nil` if the file can't be used. Each process then knows only its own notifications.
    init?(path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                return nil
            }
        }
    }

    deinit { close(descriptor) }

    /// Returns no notifications if the file was not written to its end.
    func read() -> [Notice] {
        var about = stat()
        guard fstat(descriptor, &about) == 0, about.st_size > 0, about.st_size <= Self.mostBytes else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(about.st_size))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0, let json = try? JSONValue(parsing: Array(bytes[..<count])) else { return [] }
        return json.array?.compactMap(Notice.init) ?? []
    }

    func write(_ notices: [Notice]) {
        let bytes = notices.isEmpty ? [] : Array(JSONValue.array(notices.map(\.json)).serializedText.utf8)
        // If this write is lost, a notification merely stays too long.
        guard bytes.count <= Self.mostBytes, ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
}

extension DeliveredNotifications.Notice {
    fileprivate init?(_ json: JSONValue) {
        guard let chats = json["chats"]?.array?.compactMap(\.string), let bus = json["bus"]?.string,
            let server = json["server"]?.string, let number = json["number"]?.integer.flatMap(UInt32.init(exactly:))
        else { return nil }
        self.init(chatIDs: Set(chats), bus: bus, server: server, number: number)
    }

    fileprivate var json: JSONValue {
        [
            "chats": .array(chatIDs.sorted().map(JSONValue.string)), "bus": .string(bus), "server": .string(server),
            "number": .integer(Int64(number)),
        ]
    }
}
