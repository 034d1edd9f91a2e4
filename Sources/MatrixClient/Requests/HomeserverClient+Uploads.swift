import MatrixAPI

/// Client-server API, "Content repository".
extension HomeserverClient {
    /// The most bytes that a file may have here; `nil` where the server doesn't say.
    package func uploadLimit() async throws(MatrixClientError) -> Int64? {
        let requests = [
            MatrixRequest(.get, "v1", "media", "config"),
            // Its place before version 1.11 of the specification.
            MatrixRequest(.get, mediaPath: "v3/config"),
        ]
        for request in requests {
            do throws(MatrixClientError) {
                return try await perform(request)["m.upload.size"]?.wholeNumber
            } catch {
                guard error.isOfUnknownEndpoint else { throw error }
            }
        }
        return nil
    }

    /// Puts a file on the server, which nobody sees before a message names its address.
    ///
    /// - Parameters:
    ///   - length: in bytes.
    ///   - type: as in `image/png`.
    ///   - name: `nil` where the server is not to know it.
    ///   - read: gives the bytes from an offset on, as many as it likes, in order and from the beginning each time; what it throws
    ///     ends the upload.
    /// - Returns: the file's `mxc://…` address.
    @concurrent
    package func upload(
        length: Int64, type: String, name: String?, read: @escaping @Sendable (Int64) async throws -> [UInt8]
    ) async throws(MatrixClientError) -> String {
        var request = MatrixRequest(.post, mediaPath: "v3/upload", fileName: name)
        request.upload = UploadStream(length: length, type: type, read: read)
        // It ends by silence long before, as slow as the connection may be.
        request.patience = 600 + length / Self.slowestUpload
        return try await value(request) { answer in
            answer["content_uri"]?.string.flatMap { $0.hasPrefix("mxc://") && $0.utf8.count <= 1_024 ? $0 : nil }
        }
    }

    /// In bytes a second: what is slower is no connection.
    private static let slowestUpload: Int64 = 200
}

extension MatrixClientError {
    /// Whether the server says that it doesn't know what was asked for ("Common error codes", `M_UNRECOGNIZED`).
    fileprivate var isOfUnknownEndpoint: Bool {
        switch self {
        case .matrix(let error, let status, _): error.code == .unrecognized || [404, 405].contains(status)
        case .notMatrix(let status): [404, 405].contains(status)
        default: false
        }
    }
}
