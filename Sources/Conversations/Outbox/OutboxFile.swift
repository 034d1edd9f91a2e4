/// The attached file of an outbox line. The outbox has a copy of its bytes under the line's identifier.
package struct OutboxFile: Hashable, Sendable {
    /// The location of the bytes on the server.
    package enum Upload: Hashable, Sendable {
        /// Unencrypted, at this `mxc://…` address.
        case inClear(address: String)
        /// Encrypted. The text is the JSON that the message contains about it (client-server API, "Sending encrypted
        /// attachments").
        case sealed(String)
    }

    /// The size in bytes.
    package let size: Int64
    /// The location on the server; `nil` until the upload is complete.
    package var upload: Upload?
    /// The number of bytes uploaded so far; `nil` if no upload is in progress. This is not stored.
    package var sent: Int64?

    package init(size: Int64, upload: Upload? = nil, sent: Int64? = nil) {
        self.size = size
        self.upload = upload
        self.sent = sent
    }
}

extension OutboxFile.Upload {
    package init(stored: String) {
        // No `mxc` address begins with `{`.
        self = stored.first == "{" ? .sealed(stored) : .inClear(address: stored)
    }

    package var stored: String {
        switch self {
        case .inClear(let address): address
        case .sealed(let json): json
        }
    }
}
