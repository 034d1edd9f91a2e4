package import MatrixClient
package import Pictures
package import Storage

/// The dependencies of endpoints: the account, where its data is, and the queue for events.
package struct EndpointParts: Sendable {
    package let account: Account
    package let database: ProfileDatabase
    package let client: HomeserverClient
    /// `nil` for a program without encryption.
    package let encryption: EncryptionEndpoint?
    package let environment: EngineEnvironment
    package let queue: EventQueue
    /// The tasks that end with the session.
    package let tasks: TaskSet

    package var userID: String { account.userID }

    package init(
        account: Account, database: ProfileDatabase, client: HomeserverClient, encryption: EncryptionEndpoint?,
        environment: EngineEnvironment, queue: EventQueue, tasks: TaskSet
    ) {
        self.account = account
        self.database = database
        self.client = client
        self.encryption = encryption
        self.environment = environment
        self.queue = queue
        self.tasks = tasks
    }
}

/// The dependencies of everything that works without a screen: time, and the places of files.
@MainActor
package struct EngineEnvironment {
    /// Milliseconds since 1970 by this machine's clock, which may be wrong and may be adjusted.
    package var now: () -> Int64
    /// Milliseconds of a monotonic clock.
    package var clock = LoopClock.continuous
    /// Calls back on the main actor after a number of milliseconds.
    package var after: (Int, @escaping @MainActor () -> Void) -> Void
    /// `nil` for a program that shows no files.
    package var media: MediaDirectories?
    /// `nil` for a program that decodes no pictures.
    package var pictures: PictureProcess?

    package init(now: @escaping () -> Int64, after: @escaping (Int, @escaping @MainActor () -> Void) -> Void) {
        self.now = now
        self.after = after
    }
}

/// The account that the conversations belong to.
package struct Account: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// The display name as it was typed; untrusted text.
    package var displayName: String?
    /// The device of the current login; transaction identifiers are valid for it alone.
    package let deviceID: String

    package init(userID: String, displayName: String?, deviceID: String = "") {
        self.userID = userID
        self.displayName = displayName
        self.deviceID = deviceID
    }
}
