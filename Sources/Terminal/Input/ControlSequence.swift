/// A sequence that began with `ESC [` or `ESC O`, in its parts.
struct ControlSequence: Hashable, Sendable {
    /// A parameter and what stands behind its colons; `nil` where nothing was given.
    typealias Parameter = [Int?]

    /// `<`, `=`, `>` or `?` before the parameters.
    let marker: UInt8?
    let parameters: [Parameter]
    /// Bytes between the parameters and the last.
    let intermediates: [UInt8]
    let final: UInt8

    /// - Parameter bytes: all between the introducer and `final`, each 20 to 3F.
    init(bytes: [UInt8], final: UInt8) {
        self.final = final
        intermediates = bytes.filter { $0 < 0x30 }
        var rest = bytes.drop { $0 < 0x30 }
        if let first = rest.first, first >= 0x3C { marker = rest.popFirst() } else { marker = nil }
        var parameters: [Parameter] = []
        for field in rest.split(separator: UInt8(ascii: ";"), maxSplits: 15, omittingEmptySubsequences: false) {
            let parts = field.split(separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
            parameters.append(parts.map(Self.number))
        }
        self.parameters = parameters.count == 1 && parameters[0] == [nil] ? [] : parameters
    }

    /// The parameter at `index`, `nil` where it was not given.
    func number(_ index: Int, part: Int = 0) -> Int? {
        guard parameters.indices.contains(index), parameters[index].indices.contains(part) else { return nil }
        return parameters[index][part]
    }

    /// No code point, key or cell has a number past the limit, and none overflows below it.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var value = 0
        for digit in digits where (0x30...0x39).contains(digit) {
            value = min(value * 10 + Int(digit - 0x30), 99_999_999)
        }
        return value
    }
}
