/// The file that a line brings. Its bytes are the outbox's own copy, which stands under the line's identifier.
package struct OutboxFile: Hashable, Sendable {
    /// Where the server has the bytes.
    package enum Upload: Hashable, Sendable {
        /// As they are, at this `mxc://…` address.
        case inClear(address: String)
        /// Encrypted: what the message says of it, as JSON (client-server API, "Sending encrypted attachments").
        case sealed(String)
    }

    /// In bytes.
    package let size: Int64
    /// `nil` until the server has them.
    package var upload: Upload?
    /// How many of them went out so far; `nil` where none are on their way. It is not kept.
    package var sent: Int64?

    package init(size: Int64, upload: Upload? = nil, sent: Int64? = nil) {
        self.size = size
        self.upload = upload
        self.sent = sent
    }
}

extension OutboxFile.Upload {
    package init(stored: String) {
        // No address begins like that.
        self = stored.first == "{" ? .sealed(stored) : .inClear(address: stored)
    }

    package var stored: String {
        switch self {
        case .inClear(let address): address
        case .sealed(let json): json
        }
    }
}
