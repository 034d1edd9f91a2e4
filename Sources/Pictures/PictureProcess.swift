import CPictures
import Dispatch
import Glibc

/// Has pictures decoded in processes of their own, one after the other, and none of them here: what a picture does to what
/// decodes it, it does to a process that can neither open a file nor take more than its limits.
package final class PictureProcess: Sendable {
    /// The first word to the program by which it is such a process. No person is offered it.
    private static let word = "picture"

    /// Also where its file was replaced since it began.
    package static let thisProgram = "/proc/self/exe"

    private let program: String
    private let limits: PictureLimits
    private let queue = DispatchQueue(label: "im.confab.pictures")

    package init(program: String = thisProgram, limits: PictureLimits = PictureLimits()) {
        self.program = program
        self.limits = limits
    }

    /// Whatever the program is: where it was started as such a process, it is nothing else, and ends here.
    package static func answerIfAsked() {
        guard CommandLine.argc > 2, let first = CommandLine.unsafeArgv[1], strcmp(first, word) == 0 else { return }
        exit(confab_picture_main(CommandLine.argc - 2, CommandLine.unsafeArgv + 2))
    }

    /// - Parameters:
    ///   - width: in pixels, up to 4,096, as `height`; a picture that is smaller stays so.
    package func thumbnail(
        of source: PictureSource, width: Int, height: Int, method: PictureThumbnail.Method
    ) async throws(PictureProblem) -> PictureThumbnail {
        let (width, height) = (min(max(1, width), Self.mostSide), min(max(1, height), Self.mostSide))
        let answer = try await answer(to: .thumbnail(width: width, height: height, method), source)
        return try answer.thumbnail(width: width, height: height)
    }

    /// - Parameters:
    ///   - columns: of cells, up to 500, as `rows`: a picture is drawn in as many as ``PixelSize/cells(columns:rows:)`` says.
    package func drawing(
        of source: PictureSource, columns: Int, rows: Int, means: PictureMeans
    ) async throws(PictureProblem) -> PictureDrawing {
        let (columns, rows) = (min(max(1, columns), Self.mostCells), min(max(1, rows), Self.mostCells))
        let fits = means.graphics?.fits(columns: columns, rows: rows) == true
        let means = PictureMeans(means.colors, graphics: fits ? means.graphics : nil)
        let answer = try await answer(to: .draw(columns: columns, rows: rows, means), source)
        return try answer.drawing(columns: columns, rows: rows, means: means)
    }

    private static let mostSide = 4_096
    private static let mostCells = 500

    private func answer(
        to job: PictureJob, _ source: PictureSource
    ) async throws(PictureProblem) -> PictureAnswer {
        let numbers = [limits.memory, limits.processorSeconds, limits.pixels, limits.bytes].map(String.init)
        let run = PictureRun(
            words: [program, Self.word] + numbers + job.words, limits: limits, mostBytes: job.mostBytes)
        let result: Result<[UInt8], PictureProblem> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: run.result(of: source)) }
            }
        } onCancel: {
            run.cancel()
        }
        return PictureAnswer(try result.get())
    }
}
