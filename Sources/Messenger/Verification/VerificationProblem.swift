/// Why nobody could be asked to compare emoji, or what was found to be the same could not be kept.
enum VerificationProblem: Error, Hashable {
    /// Nobody there has a device that could answer.
    case nobodyToAsk
    /// This device's own keys can't be opened.
    case withoutKeys
    /// The keys that stand for these people are others than they were, so that nothing can be said in the chat.
    case identityChanged([String])
    /// The other side has other keys by now than those that were compared.
    case changedMeanwhile
    case failed(FailureReason)
}
