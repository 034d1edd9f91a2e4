/// What whoever asked for a file to be taken in hears.
package typealias ImportOutcome = Result<ImportReport, ImportFailure>
