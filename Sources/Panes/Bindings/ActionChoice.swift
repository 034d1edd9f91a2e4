package import ViewModels

/// What one of an action's letters leads to.
package struct ActionChoice {
    package let title: DisplayText
    /// Why it can't be chosen now.
    package let reason: DisplayText?

    package init(title: DisplayText, reason: DisplayText?) {
        self.title = title
        self.reason = reason
    }
}
