import Storage

/// An error of the store in a person's words.
enum StorageProblem {
    static func text(_ error: any Error) -> String {
        (error as? StorageError)?.message ?? "the database doesn't answer (\(error))"
    }
}
