import Terminal

enum TextWrapping {
    static func lines(_ text: String, width: Int) -> [String] {
        var out: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var current = ""
            for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                var word = String(word)
                if current.isEmpty {
                    current = word
                } else if TextWidth.columns(current) + 1 + TextWidth.columns(word) <= width {
                    current += " " + word
                } else {
                    out.append(current); current = word
                }
                while TextWidth.columns(current) > width {
                    var head = ""
                    while let c = current.first, TextWidth.columns(head + String(c)) <= max(width, 2) {
                        head.append(c); current.removeFirst()
                    }
                    out.append(head)
                }
                word = ""
            }
            out.append(current)
        }
        return out
    }
}
