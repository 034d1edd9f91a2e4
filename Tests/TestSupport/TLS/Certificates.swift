import Foundation

/// A test certificate authority and its certificates, generated with `openssl` in a directory that is removed with
/// it.
package struct Certificates: Sendable {
    /// A server's certificate and key, in files.
    package struct Identity: Sendable {
        package let certificate: String
        package let key: String
    }

    package static let openssl = ["/usr/bin", "/usr/local/bin", "/bin", "/opt/homebrew/bin"].map { $0 + "/openssl" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Removes the generated files.
    package func remove() {
        // The directory may have been removed already.
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// The authority's certificate.
    package var authority: String { directory + "/authority.pem" }
    private let directory: String

    package init() throws {
        directory = NSTemporaryDirectory() + "/confab-certificates-" + UUID().uuidString.prefix(13)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try run(
            ["req", "-x509", "-subj", "/CN=Garden authority", "-days", "30", "-out", "authority.pem"]
                + newKey("authority"))
    }

    /// - Parameters:
    ///   - name: The subject alternative name, as in `DNS:localhost` or `IP:127.0.0.1`.
    ///   - days: The validity in days from now. Less than 0 for an expired certificate.
    package func vouch(for name: String, days: Int = 30) throws -> Identity {
        let base = "server-" + UUID().uuidString.prefix(8)
        try "subjectAltName=\(name)".write(toFile: "\(directory)/\(base).ext", atomically: true, encoding: .utf8)
        try run(["req", "-new", "-subj", "/CN=Garden server", "-out", "\(base).csr"] + newKey(base))
        try run([
            "x509", "-req", "-in", "\(base).csr", "-CA", "authority.pem", "-CAkey", "authority.key",
            "-set_serial", "\(Int.random(in: 1...Int.max))", "-days", "\(days)", "-extfile", "\(base).ext",
            "-out", "\(base).pem",
        ])
        return Identity(certificate: "\(directory)/\(base).pem", key: "\(directory)/\(base).key")
    }

    /// Runs the body with an authority that is removed afterwards.
    package static func run(_ body: (Certificates) async throws -> Void) async throws {
        let certificates = try Certificates()
        defer { certificates.remove() }
        try await body(certificates)
    }

    private func newKey(_ name: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "\(name).key"]
    }

    private func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Certificates.openssl ?? "openssl")
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: directory)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        struct Failed: Error { let arguments: [String] }
        guard process.terminationStatus == 0 else { throw Failed(arguments: arguments) }
    }
}
