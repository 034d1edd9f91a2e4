/// Encodes a label of a host name in ASCII (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let firstCode = 128

    /// - Returns: the label as DNS uses it, with `xn--`; `nil` if it is too long.
    static func encoded(_ label: String) -> String? {
        let scalars = label.unicodeScalars.map { Int($0.value) }
        guard scalars.count <= 63 else { return nil }
        var result = String(String.UnicodeScalarView(label.unicodeScalars.filter(\.isASCII)))
        let basic = result.utf8.count
        guard basic < scalars.count else { return label }
        if basic > 0 { result += "-" }
        var code = firstCode
        var delta = 0
        var bias = 72
        var handled = basic
        while handled < scalars.count {
            guard let next = scalars.filter({ $0 >= code }).min() else { return nil }
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in scalars {
                if scalar < code { delta += 1 }
                guard scalar == code else { continue }
                append(delta, bias: bias, to: &result)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        let encoded = "xn--" + result
        return encoded.utf8.count <= 63 ? encoded : nil
    }

    private static func append(_ delta: Int, bias: Int, to result: inout String) {
        var rest = delta
        var step = base
        while true {
            let threshold = min(max(step - bias, 1), 26)
            if rest < threshold { break }
            result.unicodeScalars.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            step += base
        }
        result.unicodeScalars.append(digit(rest))
    }

    private static func digit(_ value: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(value < 26 ? value + 97 : value - 26 + 48))
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? delta / 700 : delta / 2
        rest += rest / count
        var steps = 0
        while rest > 455 {
            rest /= 35
            steps += base
        }
        return steps + 36 * rest / (rest + 38)
    }
}
