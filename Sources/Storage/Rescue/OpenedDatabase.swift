/// A profile's database, as opened by the program. A damaged database is set aside and replaced by a new one with its
/// data that exists nowhere else.
package struct OpenedDatabase: Sendable {
    package let database: ProfileDatabase
    package let opening: StartupSnapshot
    /// The result of a rescue; `nil` if the database was intact.
    package let rescue: Rescue?

    /// - Parameters:
    ///   - path: see ``ProfileDatabase/init(path:progress:)``; damaged files are kept in its directory.
    ///   - chatLimit: see ``ProfileDatabase/opening(lastOpenChatID:chatLimit:)``.
    ///   - progress: see the initializer of the database.
    package init(
        path: String, chatLimit: Int = ProfileDatabase.usualChatLimit, progress: (Double) -> Void = { _ in }
    ) throws(StorageError) {
        let rescuer = DatabaseRescuer(path: path)
        try rescuer.finish()
        var rescue: Rescue?
        if try rescuer.isDamagedAsSuspected() { rescue = try rescuer.rescue() }
        do throws(StorageError) {
            (database, opening) = try Self.open(path, chatLimit, progress)
        } catch {
            guard case .corrupt = error, rescue == nil else { throw error }
            rescue = try rescuer.rescue()
            (database, opening) = try Self.open(path, chatLimit, progress)
        }
        self.rescue = rescue
    }

    private static func open(
        _ path: String, _ chatLimit: Int, _ progress: (Double) -> Void
    ) throws(StorageError) -> (ProfileDatabase, StartupSnapshot) {
        let database = try ProfileDatabase(path: path, progress: progress)
        do throws(StorageError) {
            return (database, try database.opening(chatLimit: chatLimit))
        } catch {
            database.close()
            throw error
        }
    }
}
