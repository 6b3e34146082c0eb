import TerrainDocuments
import TerrainEngines
import TerrainBase

// What answers are made of, so that one import is enough to name them.

/// What a quiz makes of a person, and why.
public typealias Score = TerrainEngines.Score
/// Questions whose options move axes.
public typealias Quiz = TerrainEngines.Quiz
/// A page about a person and a day.
public typealias Page = TerrainEngines.Page
/// A message in a person's language.
public typealias RenderedMessage = TerrainEngines.RenderedMessage
/// Candidates in order.
public typealias Ranking = TerrainEngines.Ranking
/// The value of a decision, and the rows that led to it.
public typealias DecisionResult = TerrainEngines.DecisionResult
/// What rules compute with.
public typealias Value = TerrainBase.Value
/// Text compared by its bytes; `.string` is the Swift string.
public typealias Text = TerrainBase.Text
/// What is wrong, where, and a fix.
public typealias Diagnostic = TerrainDocuments.Diagnostic
/// The diagnostics that stop a request.
public typealias DiagnosticError = TerrainDocuments.DiagnosticError
