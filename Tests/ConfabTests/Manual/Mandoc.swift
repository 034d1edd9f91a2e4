import Foundation

/// mandoc(1), where it is installed.
enum Mandoc {
    static let path = ["/usr/bin/mandoc", "/usr/local/bin/mandoc", "/bin/mandoc"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// - Returns: what it has to say against a page; empty for a good one.
    static func complaints(about page: String) throws -> String {
        guard let path else { return "" }
        let mandoc = Process()
        let output = Pipe()
        mandoc.executableURL = URL(filePath: path)
        mandoc.arguments = ["-Tlint", "-Wwarning", Repository.root.appending(path: page).path]
        mandoc.standardOutput = output
        mandoc.standardError = output
        try mandoc.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        mandoc.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
