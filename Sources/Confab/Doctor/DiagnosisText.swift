import Terminal
import ViewModels

/// Formats findings as text.
enum DiagnosisText {
    /// - Parameter width: the columns to wrap at. Lines for a file are never wrapped.
    static func text(_ findings: [Finding], width: Int) -> String {
        let subjectWidth = (findings.map(\.subject.count).max() ?? 0) + 2
        let textStart = subjectWidth + 9
        var lines = findings.flatMap { finding in
            let head = finding.subject.padding(to: subjectWidth) + finding.state.text.padding(to: 9)
            return TextWrapping.lines(finding.text, width: max(20, width - textStart)).enumerated().map { place, part in
                (place == 0 ? head : "".padding(to: textStart)) + part
            }
        }
        for (file, remedies) in remedies(findings) {
            let heading = Self.heading(file)
            lines += [""] + TextWrapping.lines(heading, width: max(20, width)) + remedies.map { "    " + $0 }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns the lines for each file, without duplicates.
    private static func remedies(_ findings: [Finding]) -> [(file: String, lines: [String])] {
        var files: [(file: String, lines: [String])] = []
        for remedy in findings.compactMap(\.remedy) {
            let index = files.firstIndex { $0.file == remedy.file } ?? files.count
            if index == files.count { files.append((remedy.file, [])) }
            files[index].lines += remedy.lines.filter { !files[index].lines.contains($0) }
        }
        return files
    }

    private static func heading(_ file: String) -> String {
        switch file {
        case "~/.tmux.conf": .words("doctor.add-to-tmux", ["file": file])
        case "~/.screenrc": .words("doctor.add-to-screen", ["file": file])
        case Diagnosis.shellFile: .words("doctor.add-to-shell", ["file": file])
        default: .words("doctor.add-to", ["file": file])
        }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
