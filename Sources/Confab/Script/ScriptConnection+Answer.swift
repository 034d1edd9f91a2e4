import Messenger

extension ScriptConnection {
    /// The first answer to a request. It blocks.
    ///
    /// - Throws: where it says that nothing is done, or nothing is answered.
    func answer(to request: ScriptRequest, until deadline: Int64) throws(ProgramError) -> ScriptAnswer {
        var rest: [UInt8] = []
        // Who refuses to hear it all says so as well.
        _ = write(request.json.line, until: deadline)
        guard let line = readLine(&rest, until: deadline), let answer = ScriptAnswer(line: line)
        else { throw .script(.noAnswer) }
        if case .failed(let words, let exitCode) = answer { throw .script(.said(words, exitCode: exitCode)) }
        return answer
    }
}
