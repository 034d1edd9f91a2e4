/// The phase in which a kill happened. It is determined from the typist's database and the server.
enum KillPhase: String, CaseIterable {
    /// A typed line was not on disk yet.
    case programBeforeItKeptTheLine
    /// A line was on disk, and the server had nothing of it.
    case programBeforeTheServerHadTheLine
    /// The server had the line, and the program had no response.
    case programBeforeItKeptTheAnswer
    /// The program knew the line's event, and had it in no timeline.
    case programBeforeItKeptTheEcho
    case programWhileNothingWasOnItsWay
    /// Some of the missed messages were stored, and some were not.
    case programWhileAGapWasOpen
    case serverBeforeItHadTheLine
    case serverBeforeItsAnswerWasKept
    case serverWhileNothingWasOnItsWay
}
