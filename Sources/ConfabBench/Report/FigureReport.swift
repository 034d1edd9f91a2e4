import Foundation

/// The figures of a run, their bounds, and the omitted programs and measurements.
struct FigureReport {
    private(set) var figures: [Figure] = []
    /// Programs and measurements that were left out, each with its reason.
    var leftOut: [String] = []

    mutating func add(_ figures: [Figure]) {
        self.figures += figures
    }

    /// Adds a round: its samples are appended to those of the same figure.
    mutating func add(round: [Figure]) {
        for figure in round {
            let known = figures.firstIndex {
                ($0.name, $0.size, $0.program) == (figure.name, figure.size, figure.program)
            }
            if let known { figures[known].samples += figure.samples } else { figures.append(figure) }
        }
    }

    /// Returns a program's figure with this name, or `nil` if there is none.
    ///
    /// - Parameter size: The wanted size. If it is missing, a size with the same text before the comma is used, as
    ///   `1000 devices` in `1000 devices, synapse`, or else the first figure.
    func figure(_ name: String, of program: String = "confab", size: String? = nil) -> Figure? {
        let all = figures.filter { $0.name == name && $0.program == program }
        let start = size?.prefix { $0 != "," }
        return all.first { $0.size == size } ?? all.first { $0.size.prefix { $0 != "," } == start } ?? all.first
    }

    /// Sets a bound for all of Confab's figures with this name.
    mutating func require(_ name: String, _ bound: Must.Bound, _ value: Double) {
        for index in figures.indices where figures[index].name == name && figures[index].program == "confab" {
            figures[index].must = Must(bound: bound, value: value)
        }
    }

    /// Sets a bound relative to another figure of the run, of the same size if there is one. If the other was not
    /// measured, no bound is set.
    ///
    /// - Parameters:
    ///   - factor: The factor of the other figure.
    ///   - other: Its name; `nil` for the same name.
    ///   - program: Its program.
    mutating func require(
        _ name: String, _ bound: Must.Bound, _ factor: Double = 1, of other: String? = nil, by program: String
    ) {
        for index in figures.indices where figures[index].name == name && figures[index].program == "confab" {
            guard let yardstick = figure(other ?? name, of: program, size: figures[index].size) else { continue }
            let must = Must(
                bound: bound, value: factor * yardstick.median,
                reason: Self.times(factor) + (other ?? "\(program)'s"))
            // If there are several bounds, the strictest applies.
            if let known = figures[index].must {
                let isHarder = bound == .most ? must.value < known.value : must.value > known.value
                guard isHarder else { continue }
            }
            figures[index].must = must
        }
    }

    /// Returns the start of the text of a bound: `1/50 × `, `1.5 × `, or nothing if the factor is 1.
    private static func times(_ factor: Double) -> String {
        if factor == 1 { return "" }
        if factor < 1 { return "1/\(Int((1 / factor).rounded())) × " }
        return factor == factor.rounded() ? "\(Int(factor)) × " : "\(factor) × "
    }

    /// Removes the bounds of all figures, for a run that sets its own.
    mutating func forgetMusts() {
        for index in figures.indices { figures[index].must = nil }
    }

    /// The names of the figures that miss their bounds.
    var missed: [String] {
        figures.filter { $0.isMet == false }.map { figure in
            [figure.name, figure.size.isEmpty ? "" : "(\(figure.size))"].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}

extension FigureReport {
    /// The report for programs: an object with `figures`, `missed` and `leftOut`.
    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(
                WrittenReport(figures: figures.map(WrittenFigure.init), missed: missed, leftOut: leftOut))
        }
    }

    private struct WrittenReport: Encodable {
        let figures: [WrittenFigure]
        let missed: [String]
        let leftOut: [String]
    }

    private struct WrittenFigure: Encodable {
        let figure: String
        let unit: String
        let size: String
        let program: String
        let samples: [Double]
        let median: Double
        let must: WrittenMust?

        init(_ figure: Figure) {
            self.figure = figure.name
            unit = figure.unit.rawValue
            size = figure.size
            program = figure.program
            samples = figure.samples
            median = figure.median
            must = figure.must.map {
                WrittenMust(
                    bound: $0.bound.rawValue, value: $0.value, reason: $0.reason, met: $0.isMet(by: figure.median))
            }
        }
    }

    private struct WrittenMust: Encodable {
        let bound: String
        let value: Double
        let reason: String
        let met: Bool
    }
}

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

/// The progress of the run, on standard error so that it doesn't mix with the figures.
enum Progress {
    static func report(_ text: String) {
        FileHandle.standardError.write(Data("confab-bench: \(text)\n".utf8))
    }
}
