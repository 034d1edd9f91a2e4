/// What a process that decodes a picture may take before it is ended.
package struct PictureLimits: Hashable, Sendable {
    /// In bytes, beyond what the program itself takes.
    package var memory: Int
    /// Of processor time, in seconds.
    package var processorSeconds: Int
    /// From the start to the end of its answer, in milliseconds, whatever it waits for.
    package var milliseconds: Int
    /// As the picture declares them, before any is decoded.
    package var pixels: Int
    /// Of the picture's file.
    package var bytes: Int

    package init(
        memory: Int = 512 << 20, processorSeconds: Int = 5, milliseconds: Int = 20_000, pixels: Int = 40_000_000,
        bytes: Int = 64 << 20
    ) {
        self.memory = memory
        self.processorSeconds = processorSeconds
        self.milliseconds = milliseconds
        self.pixels = pixels
        self.bytes = bytes
    }
}
