/// The figures of all sizes, as a table for people and as JSON for programs.
struct FigureReport {
    /// By size of the profile, in messages, in the order of measuring.
    var runs: [(messages: Int, figures: [Figure])] = []

    /// One row a figure, one column a size, and what the last differs from the first.
    var table: String {
        guard let first = runs.first else { return "" }
        var rows = [["figure"] + runs.map { "\($0.messages) messages" } + ["ratio", "budget", "yardstick"]]
        for name in first.figures.map(\.name) {
            let figures = runs.map { run in run.figures.first { $0.name == name } }
            guard let last = figures.last ?? nil else { continue }
            rows.append(
                [name] + figures.map { $0.map { text($0.value, $0.unit) } ?? "" } + [
                    ratio(figures), last.budget.map { text($0, last.unit) } ?? "",
                    last.yardstick.map { "\(text($0.value, last.unit)) \($0.name)" } ?? "",
                ])
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// An object a line.
    var jsonLines: [String] {
        runs.flatMap { run in
            run.figures.map { figure in
                var fields = [
                    "\"messages\":\(run.messages)", "\"figure\":\"\(figure.name)\"", "\"value\":\(figure.value)",
                    "\"unit\":\"\(figure.unit.rawValue)\"",
                ]
                if let budget = figure.budget { fields.append("\"budget\":\(budget)") }
                if let yardstick = figure.yardstick {
                    fields.append("\"yardstick\":\"\(yardstick.name)\",\"yardstick_value\":\(yardstick.value)")
                }
                return "{\(fields.joined(separator: ","))}"
            }
        }
    }

    private func ratio(_ figures: [Figure?]) -> String {
        guard figures.count > 1, let first = figures.first ?? nil, let last = figures.last ?? nil, first.value > 0
        else { return "" }
        return rounded(last.value / first.value, places: 2)
    }

    private func text(_ value: Double, _ unit: Figure.Unit) -> String {
        switch unit {
        case .count: String(Int(value.rounded()))
        case .milliseconds: "\(rounded(value, places: 2)) ms"
        case .megabytes: "\(rounded(value, places: 1)) MB"
        case .kilobytes: "\(rounded(value, places: 1)) kB"
        }
    }

    private func rounded(_ value: Double, places: Int) -> String {
        let scale = places == 1 ? 10.0 : 100.0
        let whole = Int((value * scale).rounded())
        let rest = String(whole % Int(scale))
        return "\(whole / Int(scale))." + String(repeating: "0", count: places - rest.count) + rest
    }
}
