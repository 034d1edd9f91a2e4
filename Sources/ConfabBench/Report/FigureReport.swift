/// The figures of a run, what they have to be, and what was left out of it.
struct FigureReport {
    private(set) var figures: [Figure] = []
    /// Programs and measurements that were left out, each with its reason.
    var leftOut: [String] = []

    mutating func add(_ figures: [Figure]) {
        self.figures += figures
    }

    /// Takes one more round: its samples go to those of the same figure.
    mutating func add(round: [Figure]) {
        for figure in round {
            let known = figures.firstIndex {
                ($0.name, $0.size, $0.program) == (figure.name, figure.size, figure.program)
            }
            if let known { figures[known].samples += figure.samples } else { figures.append(figure) }
        }
    }

    /// - Parameter size: of this size; where there is none of it, of what is before its comma, and else of whichever.
    func figure(_ name: String, of program: String = "confab", size: String? = nil) -> Figure? {
        let all = figures.filter { $0.name == name && $0.program == program }
        let start = size?.prefix { $0 != "," }
        return all.first { $0.size == size } ?? all.first { $0.size.prefix { $0 != "," } == start } ?? all.first
    }

    /// Holds each of ours of this name against a number.
    mutating func hold(_ name: String, _ bound: Must.Bound, _ value: Double) {
        for index in figures.indices where figures[index].name == name && figures[index].program == "confab" {
            figures[index].must = Must(bound: bound, value: value)
        }
    }

    /// Holds each of ours of this name against another figure of the run, of its own size where there is one. Where the other was
    /// not measured nothing is asked.
    ///
    /// - Parameters:
    ///   - factor: times so much.
    ///   - other: its name; `nil`: the same.
    ///   - program: whose it is.
    mutating func hold(
        _ name: String, _ bound: Must.Bound, _ factor: Double = 1, of other: String? = nil, by program: String
    ) {
        for index in figures.indices where figures[index].name == name && figures[index].program == "confab" {
            guard let yardstick = figure(other ?? name, of: program, size: figures[index].size) else { continue }
            let must = Must(
                bound: bound, value: factor * yardstick.median,
                reason: Self.times(factor) + (other ?? "\(program)'s"))
            // Of several yardsticks the hardest counts.
            if let known = figures[index].must {
                let isHarder = bound == .most ? must.value < known.value : must.value > known.value
                guard isHarder else { continue }
            }
            figures[index].must = must
        }
    }

    /// `1/50 × `, `1.5 × `, or nothing.
    private static func times(_ factor: Double) -> String {
        if factor == 1 { return "" }
        if factor < 1 { return "1/\(Int((1 / factor).rounded())) × " }
        return factor == factor.rounded() ? "\(Int(factor)) × " : "\(factor) × "
    }

    /// Nothing is asked of any figure any more.
    mutating func forgetMusts() {
        for index in figures.indices { figures[index].must = nil }
    }

    /// Names of what is not as it has to be.
    var missed: [String] {
        figures.filter { $0.isMet == false }.map { figure in
            [figure.name, figure.size.isEmpty ? "" : "(\(figure.size))"].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }
}
