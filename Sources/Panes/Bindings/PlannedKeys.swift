import Terminal
import ViewModels

/// Keys that mean nothing yet, though people expect something of them.
enum PlannedKeys {
    /// What is said of a key, as in `no search yet`, and the action that is nearest.
    static let all: [Key: (lack: String, nearest: ActionID)] = [
        .control("t"): (.words("keys.nothing-can-be-attached-yet"), .editExternally)
    ]
}
