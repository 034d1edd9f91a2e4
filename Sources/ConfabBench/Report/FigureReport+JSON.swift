import Foundation

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
