import ViewModels

/// A chat's rows as a person reads them, a line a row.
enum RowWords {
    static func lines(_ rows: [ChatRowViewModel]) -> [String] {
        rows.map { row in
            switch row.content {
            case .day(let day): "-- \(day.string)"
            case .newLine: "-- new"
            case .message(let message):
                (message.quote.isEmpty ? "" : "> \(message.quote.string) > ")
                    + "\(message.sender.string): \(message.text.string)"
                    + (message.status.isEmpty ? "" : " [\(message.status.string)]")
                    + message.reactions.map { " \($0.string)" }.joined()
            case .notice(let text): "* \(text.string)"
            case .gap(let text): "| \(text.string)"
            }
        }
    }
}
