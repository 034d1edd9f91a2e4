package import ViewModels

/// The effect of a letter, if an action has several letters.
package struct ActionChoice {
    package let title: DisplayText
    /// The reason why it can't be chosen now.
    package let reason: DisplayText?

    package init(title: DisplayText, reason: DisplayText?) {
        self.title = title
        self.reason = reason
    }
}
