import Foundation

/// The program mandoc(1), if it is installed.
enum Mandoc {
    static let path = ["/usr/bin/mandoc", "/usr/local/bin/mandoc", "/bin/mandoc"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// - Returns: The warnings and errors of mandoc for a page. Empty for a valid page.
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
