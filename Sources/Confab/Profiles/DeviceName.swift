import Foundation

/// How this device is called on a homeserver.
enum DeviceName {
    /// As in `Confab on laptop`.
    static var text: String { host.isEmpty ? "Confab" : "Confab on \(host)" }

    /// What this machine is called on its network; empty where it doesn't say.
    static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Ten random letters.
    static func newIdentifier() -> String {
        String((0..<10).map { _ in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement() ?? "A" })
    }
}
