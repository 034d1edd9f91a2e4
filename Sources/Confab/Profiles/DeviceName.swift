import Foundation

/// The name of this device on a homeserver.
enum DeviceName {
    /// The display name, as in `Confab on laptop`.
    static var text: String { host.isEmpty ? "Confab" : "Confab on \(host)" }

    /// The host name; empty if it is unknown.
    static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns ten random letters.
    static func newIdentifier() -> String {
        String((0..<10).map { _ in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement() ?? "A" })
    }
}
