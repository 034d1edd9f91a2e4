import Foundation

/// The words that code compares with what it reads, which chance alone would hardly put together.
package enum SourceWords {
    /// Each literal without spaces and escapes.
    ///
    /// - Parameter directory: below `Sources`.
    package static func of(_ directory: String) throws -> [String] {
        let root = URL(filePath: #filePath).appending(path: "../../../Sources/\(directory)").standardized.path
        let words = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }
            .flatMap { file in
                try String(contentsOfFile: "\(root)/\(file)", encoding: .utf8).matches(of: #/"([^"\\\s]{1,40})"/#)
                    .map { String($0.1) }
            }
        return Set(words).sorted()
    }
}
