import Foundation

/// The repository that these tests were built from.
enum Repository {
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the names in a directory, without dot files and files that git ignores.
    static func names(in path: String) throws -> [String] {
        let ignored = try text(".gitignore").split(separator: "\n").map(String.init)
        return try FileManager.default.contentsOfDirectory(atPath: root.appending(path: path).path)
            .filter { !$0.hasPrefix(".") && !ignored.contains($0) }.sorted()
    }

    static let sources = Result { try swiftFiles(under: "Sources") }
    static let tests = Result { try swiftFiles(under: "Tests") }

    /// Returns all Swift files of a target.
    static func swiftFiles(of target: String) throws -> [SourceFile] {
        try (sources.get() + tests.get()).filter { $0.path.split(separator: "/")[1] == target }
    }

    private static func swiftFiles(under path: String) throws -> [SourceFile] {
        let base = root.appending(path: path).path
        let paths = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { file in
            SourceFile(path: "\(path)/\(file)", text: try text("\(path)/\(file)"))
        }
    }
}
