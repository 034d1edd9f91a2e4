/// What the person at the keyboard did, for those who teach them.
package enum OnboardingStep: String, Hashable, Sendable {
    case switchedChat, openedHelp
}
