import Foundation

extension FigureReport {
    /// The report as a table with a row for each figure, and lines for omitted programs and missed bounds.
    var table: String {
        let header = ["figure", "of", "program", "median", "least – most", "must", ""]
        let rows = [header] + figures.map(row)
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
                .trimmingSuffix
        }
        let asked = figures.count { $0.must != nil }
        let sum =
            missed.isEmpty ? "All \(asked) that are asked for are met." : "Missed: \(missed.joined(separator: ", "))."
        return (lines + leftOut.map { "Left out: \($0)." } + [sum]).joined(separator: "\n")
    }

    private func row(_ figure: Figure) -> [String] {
        let range =
            figure.samples.count > 1
            ? "\(number(figure.least)) – \(text(figure.most, figure.unit)) of \(figure.samples.count)" : ""
        return [
            figure.name, figure.size, figure.program, text(figure.median, figure.unit), range,
            figure.must.map { must($0, figure.unit) } ?? "", figure.isMet.map { $0 ? "met" : "MISSED" } ?? "",
        ]
    }

    private func must(_ must: Must, _ unit: Figure.Unit) -> String {
        let sign = must.bound == .most ? "≤" : "≥"
        return "\(sign) \(text(must.value, unit))" + (must.reason.isEmpty ? "" : ", \(must.reason)")
    }

    private func text(_ value: Double, _ unit: Figure.Unit) -> String {
        unit == .count ? number(value) : "\(number(value)) \(unit.rawValue)"
    }

    /// Formats a number with three significant digits.
    private func number(_ value: Double) -> String {
        switch abs(value) {
        case 100...: String(Int(value.rounded()))
        case 10..<100: String(format: value == value.rounded() ? "%.0f" : "%.1f", value)
        default: String(format: value == value.rounded() ? "%.0f" : "%.2f", value)
        }
    }
}

extension String {
    fileprivate var trimmingSuffix: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
