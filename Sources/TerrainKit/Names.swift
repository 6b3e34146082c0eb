import TerrainDocuments
import TerrainEngines
import TerrainValues

// What answers are made of, so that one import is enough to name them.

/// What a quiz makes of a person, and why.
public typealias Score = TerrainEngines.Score
/// Questions whose options move axes.
public typealias Quiz = TerrainEngines.Quiz
/// A page about a person and a day.
public typealias Page = TerrainEngines.Page
/// A message as it is said to somebody.
public typealias RenderedMessage = TerrainEngines.RenderedMessage
/// Candidates in order.
public typealias Ranking = TerrainEngines.Ranking
/// What a decision came to, and why.
public typealias DecisionResult = TerrainEngines.DecisionResult
/// What rules compute with.
public typealias Value = TerrainValues.Value
/// Text compared by its bytes; `.string` is the Swift string.
public typealias Text = TerrainValues.Text
/// One complaint: what is wrong, where, and the mend.
public typealias Diagnostic = TerrainDocuments.Diagnostic
/// Complaints that stop what was asked for.
public typealias DiagnosticError = TerrainDocuments.DiagnosticError
