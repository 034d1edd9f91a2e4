import CPictures
import Dispatch
import Glibc

/// Decodes pictures in separate processes, one after the other, and never in this one. A picture that exploits the
/// decoder gets a process that can neither open a file nor exceed its limits.
package final class PictureProcess: Sendable {
    /// The program's first argument that starts such a process. It is not offered to users.
    private static let word = "picture"

    /// The running program, even if its file was replaced since it started.
    package static let thisProgram = "/proc/self/exe"

    private let program: String
    private let limits: PictureLimits
    private let queue = DispatchQueue(label: "im.confab.pictures")

    package init(program: String = thisProgram, limits: PictureLimits = PictureLimits()) {
        self.program = program
        self.limits = limits
    }

    /// Runs as a decoding process and exits, if the program was started as such.
    package static func answerIfAsked() {
        guard CommandLine.argc > 2, let first = CommandLine.unsafeArgv[1], strcmp(first, word) == 0 else { return }
        exit(confab_picture_main(CommandLine.argc - 2, CommandLine.unsafeArgv + 2))
    }

    /// - Parameters:
    ///   - width: The width in pixels; values above 4,096 count as 4,096. A smaller picture keeps its size.
    ///   - height: The height in pixels, with the same limit.
    package func thumbnail(
        of source: PictureSource, width: Int, height: Int, method: PictureThumbnail.Method
    ) async throws(PictureDecodingError) -> PictureThumbnail {
        let (width, height) = (min(max(1, width), Self.maxSide), min(max(1, height), Self.maxSide))
        let answer = try await answer(to: .thumbnail(width: width, height: height, method), source)
        return try answer.thumbnail(width: width, height: height)
    }

    /// - Parameters:
    ///   - columns: The maximum width in cells; values above 500 count as 500.
    ///   - rows: The maximum height in cells; values above 500 count as 500. The picture is drawn in the size that
    ///     ``PixelSize/cells(columns:rows:)`` returns for both.
    package func drawing(
        of source: PictureSource, columns: Int, rows: Int, means: PictureSupport
    ) async throws(PictureDecodingError) -> PictureDrawing {
        let (columns, rows) = (min(max(1, columns), Self.maxCells), min(max(1, rows), Self.maxCells))
        let fits = means.graphics?.fits(columns: columns, rows: rows) == true
        let means = PictureSupport(means.colors, graphics: fits ? means.graphics : nil)
        let answer = try await answer(to: .draw(columns: columns, rows: rows, means), source)
        return try answer.drawing(columns: columns, rows: rows, means: means)
    }

    private static let maxSide = 4_096
    private static let maxCells = 500

    private func answer(
        to job: PictureJob, _ source: PictureSource
    ) async throws(PictureDecodingError) -> PictureOutput {
        let numbers = [limits.memory, limits.processorSeconds, limits.pixels, limits.bytes].map(String.init)
        let run = PictureRun(
            words: [program, Self.word] + numbers + job.words, limits: limits, mostBytes: job.mostBytes)
        let result: Result<[UInt8], PictureDecodingError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: run.result(of: source)) }
            }
        } onCancel: {
            run.cancel()
        }
        return PictureOutput(try result.get())
    }
}

/// The work that a picture process does: making a thumbnail of the picture, or drawing it.
enum PictureJob: Hashable, Sendable {
    case thumbnail(width: Int, height: Int, PictureThumbnail.Method)
    case draw(columns: Int, rows: Int, PictureSupport)

    var words: [String] {
        switch self {
        case .thumbnail(let width, let height, let method): ["thumbnail", "\(width)", "\(height)", method.rawValue]
        case .draw(let columns, let rows, let means):
            ["draw", "\(columns)", "\(rows)"] + Self.words(of: means.colors) + (means.graphics.map(Self.words) ?? [])
        }
    }

    private static func words(of colors: PictureDrawing.Colors) -> [String] {
        switch colors {
        case .palette: ["colors", "dark"]
        case .mono(let isLight): ["mono", isLight ? "light" : "dark"]
        }
    }

    private static func words(of graphics: PictureGraphics) -> [String] {
        let form =
            switch graphics.form {
            case .pixels: "pixels"
            case .sixels: "sixels"
            }
        return [form, "\(graphics.cell.width)", "\(graphics.cell.height)", "\(graphics.background)"]
    }

    /// The maximum size of its output in bytes.
    var mostBytes: Int {
        switch self {
        // The maximum is the uncompressed size, with space for the headers.
        case .thumbnail(let width, let height, _): 4 * width * height + (64 << 10)
        case .draw(let columns, let rows, let means):
            PictureOutput.drawingHead + PictureOutput.cell * columns * rows
                + (means.graphics.map { $0.mostBytes(columns: columns, rows: rows) } ?? 0)
        }
    }
}
