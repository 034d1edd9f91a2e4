import Foundation
import TestSupport

extension Stage {
    /// The verbs that wait for something. `see` and `lose` are about one row, in which `…` stands for anything.
    static let eyes: [String: Verb] = [
        "see": { seat, text in
            try await seat.screen.waitUntil("“\(text)”") { Stage.shows(text, on: $0) }
        },
        "lose": { seat, text in
            try await seat.screen.waitUntil("the end of “\(text)”") { !Stage.shows(text, on: $0) }
        },
        "title": { seat, text in
            try await seat.screen.waitUntil("the title “\(text)”") { $0.title == text }
        },
        "bells": { seat, text in
            try await seat.screen.waitUntil("\(text) bells") { $0.bells == Int(text) }
        },
        "told": { seat, text in
            try await seat.screen.waitUntil("the notice “\(text)”") { $0.notices.last == text }
        },
        "copied": { seat, text in
            let wanted = Data(text.utf8).base64EncodedString()
            try await seat.screen.waitUntil("“\(text)” on the clipboard") { $0.clipboard == wanted }
        },
        "browsed": { seat, text in
            // The browser is a separate process, and nothing on screen shows its progress.
            while (try? String(contentsOfFile: seat.browsedPath, encoding: .utf8)) != text {
                guard await Pause.milliseconds(10) else {
                    throw ScreenFailure.notSeen("\(text) in the browser", screen: seat.screen.described)
                }
            }
        },
        "unread": { seat, text in
            let count = try await seat.person.run(["unread"])
            guard count.output == text + "\n" else {
                throw ScreenFailure.notSeen("\(text) as the output of confab unread", screen: count.output)
            }
        },
    ]

    private static func shows(_ text: String, on screen: ScreenEmulator) -> Bool {
        let parts = text.split(separator: " … ")
        return screen.rows.contains { row in
            var rest = row[...]
            return parts.allSatisfy { part in
                guard let range = rest.range(of: part) else { return false }
                rest = rest[range.upperBound...]
                return true
            }
        }
    }
}
