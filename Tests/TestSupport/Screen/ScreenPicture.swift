import Foundation

/// Screens as text files, `Tests/ScreenTests/Pictures/<name>-<size>.txt`, with which current screens are compared.
package enum ScreenPicture {
    /// Compares a screen with its picture. Only the positions of clocks and dates are compared.
    ///
    /// With `CONFAB_RECORD_PICTURES=1` the picture is stored instead.
    ///
    /// - Parameters:
    ///   - text: The rows, each ended by `\n`.
    ///   - size: The size, as in `80x24`.
    /// - Throws: ``ScreenFailure/notAsStored(path:difference:)``, with a line for each row.
    package static func expect(_ text: String, toMatch name: String, at size: String) throws {
        let url = directory.appending(path: "\(name)-\(size).txt")
        let now = normalized(text)
        if ProcessInfo.processInfo.environment["CONFAB_RECORD_PICTURES"] == "1" {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            return try Data(now.utf8).write(to: url)
        }
        let stored = (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard stored != now else { return }
        throw ScreenFailure.notAsStored(path: url.path, difference: difference(stored, now))
    }

    private static let directory = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../ScreenTests/Pictures").standardized

    /// Returns the text with constants in place of parts that depend on the clock.
    static func normalized(_ text: String) -> String {
        var text = text
        for (expression, replacement) in replacements {
            let whole = NSRange(text.startIndex..., in: text)
            text = expression.stringByReplacingMatches(in: text, range: whole, withTemplate: replacement)
        }
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
        return rows.map { row in
            let last = row.utf8.lastIndex { $0 != UInt8(ascii: " ") }
            return last.map { String(row[...$0]) } ?? ""
        }.joined(separator: "\n")
    }

    private static let replacements: [(NSRegularExpression, String)] = {
        let (days, months) = (anyOf("time.weekdays"), anyOf("time.months", "time.short-months"))
        let replacements = [
            // A day divider is centered, so its position, and that of its style, changes with the length of the
            // name. Only the first place of a gap is tried, since each would go through the rest of it again.
            (
                "(?<![ ─])[ ─]*(‹[^›\n]*›)?[ ─]*\(days),? \\d{1,2} \(months)(?: \\d{4})?[ ─]*(‹[^›\n]*›)?[ ─]*",
                "$1 (day) $2"
            ),
            // Whether a line without a name shows its time depends on the minute of the line above.
            ("(?:‹[^›\n]*›)?\\b\\d{1,2}:\\d\\d(?:‹›)?( {4,})", "     $1"),
            ("\\b\\d{1,2}:\\d\\d(?::\\d\\d)?(?: ?[AP]M)?\\b", "00:00"),
            ("\\b\\d{4}-\\d\\d-\\d\\d\\b", "0000-00-00"),
            ("\\b\\d{1,2} \(months)\\b", "00 Mon"),
            // Identifiers and ports are random.
            ("\\$[A-Za-z0-9_-]{20,}", "\\$event"),
            ("![A-Za-z0-9_-]{10,}", "!room"),
            ("\\b[A-Z]{10}\\b", "DEVICE"),
            ("127\\.0\\.0\\.1:\\d+", "127.0.0.1:0"),
            ("(?<![a-z2-9])[a-hj-km-np-z2-9]{20}(?![a-z2-9])", "token"),
            ("confab-[a-z0-9]{6,}-[a-z0-9]{6,}", "confab-transaction"),
            ("\\b1\\d{12}\\b", "0000000000000"),
            ("\"age\": \\d+", "\"age\": 0"),
        ]
        return replacements.map { pattern, replacement in
            do {
                return (try NSRegularExpression(pattern: pattern), replacement)
            } catch {
                preconditionFailure("\(pattern): \(error)")
            }
        }
    }()

    /// Returns an expression for the words of these texts in all languages, longer ones first.
    private static func anyOf(_ keys: String...) -> String {
        let all = Set(catalogues.flatMap { text in keys.flatMap { words(of: $0, in: text) } })
        return "(?:\(all.sorted { ($1.count, $0) < ($0.count, $1) }.joined(separator: "|")))"
    }

    private static func words(of key: String, in text: String) -> [Substring] {
        let line = text.split(separator: "\n").first { $0.hasPrefix(key + " = ") }
        return line?.dropFirst(key.count + 3).split(separator: " ") ?? []
    }

    private static let catalogues: [String] = {
        let resources = directory.appending(path: "../../../Resources").standardized
        let names = (try? FileManager.default.contentsOfDirectory(atPath: resources.path)) ?? []
        return names.filter { $0.hasPrefix("words.") }.compactMap {
            try? String(contentsOf: resources.appending(path: $0), encoding: .utf8)
        }
    }()

    private static func difference(_ stored: String, _ now: String) -> String {
        let old = stored.split(separator: "\n", omittingEmptySubsequences: false)
        let new = now.split(separator: "\n", omittingEmptySubsequences: false)
        return (0..<max(old.count, new.count)).flatMap { index -> [String] in
            let before = index < old.count ? old[index] : nil
            let after = index < new.count ? new[index] : nil
            if before == after { return ["  \(after ?? "")"] }
            return [before.map { "- \($0)" }, after.map { "+ \($0)" }].compactMap(\.self)
        }.joined(separator: "\n")
    }
}
