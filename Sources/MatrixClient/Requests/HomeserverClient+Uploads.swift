import MatrixAPI

/// Client-server API, "Content repository".
extension HomeserverClient {
    /// Returns the size limit of files in bytes, 0 or more; `nil` if the server reports none.
    package func uploadLimit() async throws(MatrixClientError) -> Int64? {
        let requests = [
            MatrixRequest(.get, "v1", "media", "config"),
            // The path before version 1.11 of the specification.
            MatrixRequest(.get, mediaPath: "v3/config"),
        ]
        for request in requests {
            do throws(MatrixClientError) {
                return try await perform(request)["m.upload.size"]?.wholeNumber.flatMap { $0 < 0 ? nil : $0 }
            } catch {
                guard error.isOfUnknownEndpoint else { throw error }
            }
        }
        return nil
    }

    /// Uploads a file. Other users can only find it after a message contains its address.
    ///
    /// - Parameters:
    ///   - length: the length in bytes.
    ///   - type: the MIME type, as in `image/png`.
    ///   - name: the file name; `nil` to hide it from the server.
    ///   - read: returns any number of bytes from an offset on, in order and from the start for each attempt. An
    ///     error ends the upload.
    /// - Returns: the file's `mxc://…` address.
    @concurrent
    package func upload(
        length: Int64, type: String, name: String?, read: @escaping @Sendable (Int64) async throws -> [UInt8]
    ) async throws(MatrixClientError) -> String {
        var request = MatrixRequest(.post, mediaPath: "v3/upload", fileName: name)
        request.upload = UploadStream(length: length, type: type, read: read)
        // On any connection, the limit for standstill ends a broken upload much earlier.
        request.patience = 600 + length / Self.slowestUpload
        return try await value(request) { answer in
            answer["content_uri"]?.string.flatMap { $0.hasPrefix("mxc://") && $0.utf8.count <= 1_024 ? $0 : nil }
        }
    }

    /// The minimum rate in bytes per second. A slower connection counts as broken.
    private static let slowestUpload: Int64 = 200
}

extension MatrixClientError {
    /// Whether the server doesn't know the endpoint ("Common error codes", `M_UNRECOGNIZED`).
    fileprivate var isOfUnknownEndpoint: Bool {
        switch self {
        case .matrix(let error, let status, _): error.code == .unrecognized || [404, 405].contains(status)
        case .notMatrix(let status): [404, 405].contains(status)
        default: false
        }
    }
}
