import Panes
import ViewModels

/// What an account is seen on, or heard: a screen, or lines.
@MainActor
protocol AccountFront: AnyObject {
    var events: ScreenEvents { get }

    /// Tells the guide how it names what can be done.
    func instruct(_ guide: Guide)

    /// Tells of each action that is asked for by a key.
    func onAction(_ tell: @escaping (ActionID) -> Void)

    /// Has what is being written at this moment be told.
    func leave()
}
