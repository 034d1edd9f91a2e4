import MatrixAPI
package import MatrixClient

/// An error without its own text, as it describes itself.
package struct OtherReason: Reason, Hashable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}

/// A reason why an action failed, from any part of the program. Code passes it on unformatted; builders
/// turn it into text.
package protocol Reason: Sendable {
    /// The error and what to do about it, in one line; it may contain untrusted text.
    var message: String { get }
}

extension LoginError: Reason {}

/// Formats JSON for reading: one member per line, indented.
enum PrettyJSON {
    static func lines(of source: String) -> [String] {
        guard let value = try? JSONValue(parsing: source) else { return [source] }
        return lines(of: value, before: "", after: "", indentation: "")
    }

    private static func lines(
        of value: JSONValue, before: String, after: String, indentation: String
    ) -> [String] {
        switch value {
        case .object(let members) where !members.isEmpty:
            let parts = members.sorted { $0.key < $1.key }.map { key, member in
                (JSONValue.string(key).serializedText + ": ", member)
            }
            return [indentation + before + "{"] + lines(of: parts, indentation) + [indentation + "}" + after]
        case .array(let elements) where !elements.isEmpty:
            let parts = elements.map { ("", $0) }
            return [indentation + before + "["] + lines(of: parts, indentation) + [indentation + "]" + after]
        default:
            return [indentation + before + value.serializedText + after]
        }
    }

    private static func lines(of parts: [(before: String, value: JSONValue)], _ indentation: String) -> [String] {
        parts.enumerated().flatMap { place, part in
            lines(
                of: part.value, before: part.before, after: place + 1 < parts.count ? "," : "",
                indentation: indentation + "  ")
        }
    }
}

/// The format of times and dates.
package struct TimeFormat: Hashable, Sendable {
    package enum Clock: String, CaseIterable, Sendable {
        /// The clock of the locale.
        case auto
        case twelve = "12"
        case twentyFour = "24"
    }

    package enum Dates: String, CaseIterable, Sendable {
        /// `21 Nov`; in earlier years `2025-11-21`.
        case dayFirst = "day-first"
        /// `Nov 21`; in earlier years `2025-11-21`.
        case monthFirst = "month-first"
        /// `2025-11-21`.
        case iso
    }

    package var clock = Clock.auto
    package var dates = Dates.dayFirst

    package init() {}
}
