/// What a kill came between, told from what was left: on the disk of who typed, and at the server.
enum KillPhase: String, CaseIterable {
    /// A typed line was not on disk yet.
    case programBeforeItKeptTheLine
    /// A line was on disk, and the server had nothing of it.
    case programBeforeTheServerHadTheLine
    /// The server had it, and the program didn't know.
    case programBeforeItKeptTheAnswer
    /// The program knew its event, and had it in no timeline.
    case programBeforeItKeptTheEcho
    case programWhileNothingWasOnItsWay
    /// Of what was missed some was there, and some not.
    case programWhileAGapWasOpen
    case serverBeforeItHadTheLine
    case serverBeforeItsAnswerWasKept
    case serverWhileNothingWasOnItsWay
}
