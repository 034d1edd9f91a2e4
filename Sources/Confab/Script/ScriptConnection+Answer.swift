import Messenger

extension ScriptConnection {
    /// Sends a request and returns the first answer. It blocks.
    ///
    /// - Throws: an error if the request failed or got no answer.
    func answer(to request: ScriptRequest, until deadline: Int64) throws(ProgramError) -> ScriptAnswer {
        var rest: [UInt8] = []
        // If the write fails, the other process may still have answered why it refused the request.
        _ = write(request.json.line, until: deadline)
        guard let line = readLine(&rest, until: deadline), let answer = ScriptAnswer(line: line)
        else { throw .script(.noAnswer) }
        if case .failed(let words, let exitCode) = answer { throw .script(.said(words, exitCode: exitCode)) }
        return answer
    }
}
