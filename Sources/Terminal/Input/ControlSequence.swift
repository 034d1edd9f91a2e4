/// The parts of a sequence that begins with `ESC [` or `ESC O`.
struct ControlSequence: Hashable, Sendable {
    /// A parameter and its parts after colons; `nil` for an omitted value.
    typealias Parameter = [Int?]

    /// `<`, `=`, `>` or `?` before the parameters.
    let marker: UInt8?
    let parameters: [Parameter]
    /// The bytes between the parameters and the final byte.
    let intermediates: [UInt8]
    let final: UInt8

    /// - Parameter bytes: all bytes between the introducer and `final`, each from 20 to 3F.
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

    /// Returns the parameter at `index`; `nil` if it was omitted.
    func number(_ index: Int, part: Int = 0) -> Int? {
        guard parameters.indices.contains(index), parameters[index].indices.contains(part) else { return nil }
        return parameters[index][part]
    }

    /// Returns a number up to a limit, which prevents an overflow. No code point, key or cell exceeds it.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty else { return nil }
        var value = 0
        for digit in digits where (0x30...0x39).contains(digit) {
            value = min(value * 10 + Int(digit - 0x30), 99_999_999)
        }
        return value
    }
}
