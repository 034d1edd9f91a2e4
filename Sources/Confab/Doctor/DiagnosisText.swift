/// Findings as a person reads them.
enum DiagnosisText {
    static func text(_ findings: [Finding]) -> String {
        let width = findings.map(\.subject.count).max() ?? 0
        var lines = findings.map { finding in
            let subject = finding.subject.padding(to: width + 2)
            return "\(subject)\(finding.state.rawValue.padding(to: 9))\(finding.text)"
        }
        for (file, remedies) in remedies(findings) {
            lines += ["", "Add to \(file)\(Self.afterwards[file] ?? ""):"] + remedies.map { "    " + $0 }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The lines for each file, each once.
    private static func remedies(_ findings: [Finding]) -> [(file: String, lines: [String])] {
        var files: [(file: String, lines: [String])] = []
        for remedy in findings.compactMap(\.remedy) {
            let index = files.firstIndex { $0.file == remedy.file } ?? files.count
            if index == files.count { files.append((remedy.file, [])) }
            files[index].lines += remedy.lines.filter { !files[index].lines.contains($0) }
        }
        return files
    }

    private static let afterwards = [
        "~/.tmux.conf": ", then run tmux source-file ~/.tmux.conf and start Confab anew",
        "~/.screenrc": ", then start screen anew", "your shell's start file": ", then open a new terminal",
    ]
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
