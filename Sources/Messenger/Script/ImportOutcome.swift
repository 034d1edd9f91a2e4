/// The result of an import, as reported to its caller.
package typealias ImportOutcome = Result<ImportReport, ImportFailure>
