/// A change of power levels in a chat, as stored in a message of the kind `power`. It has a line for each person: the
/// level, then the Matrix ID.
package struct PowerChange: Hashable, Sendable {
    /// The changed levels, in the order of the Matrix IDs.
    package let levels: [Level]

    package struct Level: Hashable, Sendable {
        package let userID: String
        package let level: Int

        package init(_ userID: String, _ level: Int) {
            self.userID = userID
            self.level = level
        }
    }

    package init(_ levels: [Level]) { self.levels = levels.sorted { $0.userID < $1.userID } }

    /// Parses the body and skips malformed lines.
    package init(body: String) {
        levels = body.split(separator: "\n").compactMap { line in
            guard let blank = line.firstIndex(of: " "), let level = Int(line[..<blank]) else { return nil }
            return Level(String(line[line.index(after: blank)...]), level)
        }
    }

    package var body: String { levels.map { "\($0.level) \($0.userID)" }.joined(separator: "\n") }
}
