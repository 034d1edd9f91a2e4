/// A request that was refused or could not be sent.
struct ChatTaskFailure {
    let task: ChatTask
    let reason: FailureReason
}
