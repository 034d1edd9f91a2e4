import Conversations
package import Engine
import Glibc
package import MatrixClient
import MatrixCrypto
package import Storage
import ViewModels

extension ChatPartner.InvalidReason {
    /// The message below the field.
    package var text: String {
        switch self {
        case .nothing(let server): .words("create-chat.type-an-id", ["server": server])
        case .mailAddress: .words("create-chat.is-mail-address")
        case .noName(let server): .words("create-chat.name-is-missing", ["server": server])
        case .noServer(let named, let server):
            .words("create-chat.server-is-missing", ["named": named, "server": server])
        case .chatAddress: .words("create-chat.is-chat-address")
        case .spaces: .words("create-chat.no-spaces-in-id")
        case .tooLong: .words("create-chat.too-long-for-id")
        case .badServer(let server): .words("create-chat.is-no-server", ["server": server])
        case .noID: .words("create-chat.is-no-id")
        case .oneself: .words("create-chat.is-you")
        }
    }
}

extension RoomKeyFileError: Reason {
    package var message: String {
        switch self {
        case .noKeyFile: .words("key-file.is-none")
        case .wrongPassphrase: .words("key-file.wrong-passphrase")
        case .tooLarge: .words("key-file.too-large", ["most": String(KeyFile.largest >> 20)])
        case .noKeys: .words("key-file.there-are-no-keys")
        case .withoutKeys: .words("key-file.keys-cant-be-opened")
        case .storage(let error): error.message
        }
    }
}

extension OutboxFileError {
    /// The error message: the cause and the remedy, in one line.
    package var text: String {
        switch self {
        case .missing: .words("file.missing")
        case .unreadable: .words("file.unreadable")
        case .isDirectory: .words("file.is-directory")
        case .isNoFile: .words("file.is-no-file")
        case .changed: .words("file.changed")
        case .tooLarge(let size, let limit):
            .words("file.too-large", ["size": MediaDetail.amount(of: size), "limit": MediaDetail.amount(of: limit)])
        case .diskFull: .words("file.disk-full")
        case .notKept(let code): .words("file.not-kept", ["reason": String(cString: strerror(code))])
        }
    }
}

extension JoinError {
    /// Returns the error message in one line. It may contain text from the server.
    package func text(_ address: RoomAddress) -> String {
        switch self {
        case .notFound: .words("join.not-found", ["chat": address.name])
        case .needsInvitation: .words("join.needs-invitation", ["chat": address.name])
        case .takesKnocks: .words("join.takes-knocks", ["chat": address.name])
        case .other(let reason): .words("join.refused", ["chat": address.name, "reason": reason.text])
        }
    }
}

extension MediaError {
    package var text: String {
        switch self {
        case .server(let error): .words("media.not-fetched", ["reason": error.message])
        case .disk(let path, let code):
            .words("media.not-kept", ["path": path, "reason": String(cString: strerror(code))])
        case .tooLarge(let limit):
            .words("media.too-large", ["limit": MediaDetail.amount(of: limit)])
        case .otherContent: .words("media.other-content")
        case .unknownEncryption: .words("media.unknown-encryption")
        case .notShown: .words("media.not-shown")
        case .busy: .words("media.busy")
        case .program(let reason): reason
        case .noDirectory(let path): .words("media.no-directory", ["path": path])
        case .notImported: .words("media.not-imported")
        }
    }
}

extension FailureReason {
    /// The error and what to do about it, in one line; it may contain untrusted text.
    package var text: String {
        switch self {
        case .server(let error): error.message
        case .storage(let error): error.message
        case .other(let error): .words("storage.no-answer", ["error": error])
        }
    }
}

extension StorageError {
    /// The error in one line, with a remedy.
    package var message: String {
        switch self {
        case .newerVersion: .words("storage.newer-version")
        case .olderVersion: .words("storage.older-version")
        case .corrupt(let detail): .words("storage.corrupt", ["detail": detail])
        case .diskFull: .words("storage.disk-full")
        case .readOnly: .words("storage.read-only")
        case .other(let detail): .words("storage.other", ["detail": detail])
        }
    }
}

/// An error without its own text, as it describes itself.
package struct OtherReason: Reason, Hashable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}

extension LoginError: Reason {}
