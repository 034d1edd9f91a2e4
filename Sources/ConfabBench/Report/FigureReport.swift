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

    /// - Parameter size: The wanted size. If there is no figure of it, a figure with the same text before the comma
    ///   is returned, or else any.
    func figure(_ name: String, of program: String = "confab", size: String? = nil) -> Figure? {
        let all = figures.filter { $0.name == name && $0.program == program }
        let start = size?.prefix { $0 != "," }
        return all.first { $0.size == size } ?? all.first { $0.size.prefix { $0 != "," } == start } ?? all.first
    }

    /// Sets a bound for all of Confab's figures with this name.
    mutating func hold(_ name: String, _ bound: Must.Bound, _ value: Double) {
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
    mutating func hold(
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

    /// Returns `1/50 × `, `1.5 × `, or nothing.
    private static func times(_ factor: Double) -> String {
        if factor == 1 { return "" }
        if factor < 1 { return "1/\(Int((1 / factor).rounded())) × " }
        return factor == factor.rounded() ? "\(Int(factor)) × " : "\(factor) × "
    }

    /// Removes all bounds.
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
