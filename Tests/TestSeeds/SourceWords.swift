import Foundation

/// The string literals that code compares with its input, which random mutations would hardly produce.
package enum SourceWords {
    /// Returns the literals without spaces and escapes.
    ///
    /// - Parameter directory: The path below `Sources`.
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
