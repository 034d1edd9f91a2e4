/// A profile's database as the program opens it: one that is damaged is set aside and replaced by one with what of it exists
/// nowhere else.
package struct OpenedDatabase: Sendable {
    package let database: ProfileDatabase
    package let opening: Opening
    /// `nil` where the database was whole.
    package let rescue: Rescue?

    /// - Parameters:
    ///   - path: as ``ProfileDatabase/init(path:progress:)`` has it; its directory holds what is set aside.
    ///   - chatLimit: as ``ProfileDatabase/opening(lastOpenChatID:chatLimit:)`` has it.
    ///   - progress: as the database has it.
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
    ) throws(StorageError) -> (ProfileDatabase, Opening) {
        let database = try ProfileDatabase(path: path, progress: progress)
        do throws(StorageError) {
            return (database, try database.opening(chatLimit: chatLimit))
        } catch {
            database.close()
            throw error
        }
    }
}
