/// An action of the user that the onboarding reacts to.
package enum OnboardingStep: String, Hashable, Sendable {
    case switchedChat, openedHelp
}
