import Foundation
import MatrixAPI

/// The notices that stand on a desktop for one profile, in a file of it: a screen and `confab notify` take turns, and each replaces and
/// takes back what the other raised. The file is held until this object is gone.
final class StandingNotices {
    struct Notice: Hashable {
        var chatIDs: Set<String>
        /// Of the bus that it was raised on, which nobody else ever has.
        let bus: String
        /// The unique name of who shows it there, which nobody else has as long as that bus is there.
        let server: String
        let number: UInt32
    }

    private let descriptor: Int32

    private static let mostBytes = 1 << 20

    /// - Returns: `nil` where the file can't be used: then each process knows its own alone.
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

    /// None where the file was not written to its end.
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
        // What is lost of it costs that a notice stands too long.
        guard bytes.count <= Self.mostBytes, ftruncate(descriptor, 0) == 0 else { return }
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
}

extension StandingNotices.Notice {
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
