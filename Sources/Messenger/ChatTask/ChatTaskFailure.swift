/// What was refused, or found no way.
struct ChatTaskFailure {
    let task: ChatTask
    let reason: FailureReason
}
