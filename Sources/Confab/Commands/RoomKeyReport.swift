import Messenger
import ViewModels

/// The report of `confab keys`.
enum RoomKeyReport {
    static func lines(of exported: RoomKeyExport, file: String) -> [String] {
        let chats: String = .words("commands.chats", count: exported.chats)
        let written: String = .words(
            "commands.keys-are-in", ["chats": chats, "file": file], count: exported.keys)
        let sealed: [String] = exported.sealed == 0 ? [] : [.words("commands.keys-are-not-in", count: exported.sealed)]
        return ([written] + sealed).map(shown)
    }

    static func lines(of imported: RoomKeyImport) -> [String] {
        var lines: [String] = [
            .words(
                "commands.keys-came",
                [
                    "new": String(imported.new), "better": String(imported.better), "known": String(imported.known),
                    "malformed": String(imported.malformed),
                ])
        ]
        if imported.contradicting > 0 {
            lines.append(.words("commands.keys-contradict", count: imported.contradicting))
        }
        if imported.new + imported.better > 0 { lines.append(.words("commands.keys-open-lines")) }
        return lines.map(shown)
    }

    private static func shown(_ line: String) -> String { DisplayText(sanitizing: line).string }
}
