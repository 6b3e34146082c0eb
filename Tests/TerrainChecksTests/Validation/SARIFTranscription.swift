import Foundation

/// The schema of SARIF 2.1.0, written down as facts: what each object may have, of what kind, and what it must have.
///
/// Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", its schema `sarif-schema-2.1.0.json`
/// (draft 07). What has no say in whether a log is valid is left out: descriptions, defaults, `minItems: 0` and
/// `uniqueItems: false`. Every object but a property bag is closed, and may have `properties`, a property bag.
///
/// In a line of ``objects``: the object's name, then its members with their kinds. `*` after a member says that it is
/// required, `?` that one of those marked so is, `!` that exactly one is. Of kinds, `[x]` is a list, `{x}` a list of
/// different elements, either with `+` after it at least one; `<x>` a map; what stands in quotes are words, and other names
/// are those of ``scalars`` or of objects.
enum SARIFTranscription {
  static let objects = """
    log: $schema uri, version* "2.1.0", runs* [run], inlineExternalProperties {externalProperties}
    address: absoluteAddress index, relativeAddress int, length int, kind str, name str, fullyQualifiedName str, \
      offsetFromParent int, index index, parentIndex index
    artifact: description message, location artifactLocation, parentIndex index, offset natural, length index, \
      roles {"analysisTarget" | "attachment" | "responseFile" | "resultFile" | "standardStream" | "tracedFile" | \
      "unmodified" | "modified" | "added" | "deleted" | "renamed" | "uncontrolled" | "driver" | "extension" | \
      "translation" | "taxonomy" | "policy" | "referencedOnCommandLine" | "memoryContents" | "directory" | \
      "userSpecifiedConfiguration" | "toolSpecifiedConfiguration" | "debugOutputFile"}, mimeType media, contents \
      artifactContent, encoding str, sourceLanguage str, hashes <str>, lastModifiedTimeUtc time
    artifactChange: artifactLocation* artifactLocation, replacements* [replacement]+
    artifactContent: text str, binary str, rendered multiformatMessageString
    artifactLocation: uri reference, uriBaseId str, index index, description message
    attachment: description message, artifactLocation* artifactLocation, regions {region}, rectangles \
      {rectangle}
    codeFlow: message message, threadFlows* [threadFlow]+
    configurationOverride: configuration* reportingConfiguration, descriptor* reportingDescriptorReference
    conversion: tool* tool, invocation invocation, analysisToolLogFiles {artifactLocation}
    edge: id* str, label message, sourceNodeId* str, targetNodeId* str
    edgeTraversal: edgeId* str, message message, finalState <multiformatMessageString>, stepOverEdgeCount \
      natural
    exception: kind str, message str, stack stack, innerExceptions [exception]
    externalProperties: schema uri, version "2.1.0", guid guid, runGuid guid, conversion conversion, graphs \
      {graph}, externalizedProperties propertyBag, artifacts {artifact}, invocations [invocation], \
      logicalLocations {logicalLocation}, threadFlowLocations {threadFlowLocation}, results [result], taxonomies \
      {toolComponent}, driver toolComponent, extensions {toolComponent}, policies {toolComponent}, translations \
      {toolComponent}, addresses [address], webRequests {webRequest}, webResponses {webResponse}
    externalPropertyFileReference: location? artifactLocation, guid? guid, itemCount index
    externalPropertyFileReferences: conversion externalPropertyFileReference, graphs \
      {externalPropertyFileReference}, externalizedProperties externalPropertyFileReference, artifacts \
      {externalPropertyFileReference}, invocations {externalPropertyFileReference}, logicalLocations \
      {externalPropertyFileReference}, threadFlowLocations {externalPropertyFileReference}, results \
      {externalPropertyFileReference}, taxonomies {externalPropertyFileReference}, addresses \
      {externalPropertyFileReference}, driver externalPropertyFileReference, extensions \
      {externalPropertyFileReference}, policies {externalPropertyFileReference}, translations \
      {externalPropertyFileReference}, webRequests {externalPropertyFileReference}, webResponses \
      {externalPropertyFileReference}
    fix: description message, artifactChanges* {artifactChange}+
    graph: description message, nodes {node}, edges {edge}
    graphTraversal: runGraphIndex! index, resultGraphIndex! index, description message, initialState \
      <multiformatMessageString>, immutableState <multiformatMessageString>, edgeTraversals [edgeTraversal]
    invocation: commandLine str, arguments [str], responseFiles {artifactLocation}, startTimeUtc time, \
      endTimeUtc time, exitCode int, ruleConfigurationOverrides {configurationOverride}, \
      notificationConfigurationOverrides {configurationOverride}, toolExecutionNotifications [notification], \
      toolConfigurationNotifications [notification], exitCodeDescription str, exitSignalName str, \
      exitSignalNumber int, processStartFailureMessage str, executionSuccessful* bool, machine str, account str, \
      processId int, executableLocation artifactLocation, workingDirectory artifactLocation, \
      environmentVariables <str>, stdin artifactLocation, stdout artifactLocation, stderr artifactLocation, \
      stdoutStderr artifactLocation
    location: id index, physicalLocation physicalLocation, logicalLocations {logicalLocation}, message message, \
      annotations {region}, relationships {locationRelationship}
    locationRelationship: target* natural, kinds {str}, description message
    logicalLocation: name str, index index, fullyQualifiedName str, decoratedName str, parentIndex index, kind \
      str
    message: text? str, markdown str, id? str, arguments [str]
    multiformatMessageString: text* str, markdown str
    node: id* str, label message, location location, children {node}
    notification: locations {location}, message* message, level "none" | "note" | "warning" | "error", threadId \
      int, timeUtc time, exception exception, descriptor reportingDescriptorReference, associatedRule \
      reportingDescriptorReference
    physicalLocation: address? address, artifactLocation? artifactLocation, region region, contextRegion region
    rectangle: top num, left num, bottom num, right num, message message
    region: startLine positive, startColumn positive, endLine positive, endColumn positive, charOffset index, \
      charLength natural, byteOffset index, byteLength natural, snippet artifactContent, message message, \
      sourceLanguage str
    replacement: deletedRegion* region, insertedContent artifactContent
    reportingDescriptor: id* str, deprecatedIds {str}, guid guid, deprecatedGuids {guid}, name str, \
      deprecatedNames {str}, shortDescription multiformatMessageString, fullDescription \
      multiformatMessageString, messageStrings <multiformatMessageString>, defaultConfiguration \
      reportingConfiguration, helpUri uri, help multiformatMessageString, relationships \
      {reportingDescriptorRelationship}
    reportingConfiguration: enabled bool, level "none" | "note" | "warning" | "error", rank rank, parameters \
      propertyBag
    reportingDescriptorReference: id? str, index? index, guid? guid, toolComponent toolComponentReference
    reportingDescriptorRelationship: target* reportingDescriptorReference, kinds {str}, description message
    result: ruleId str, ruleIndex index, rule reportingDescriptorReference, kind "notApplicable" | "pass" | \
      "fail" | "review" | "open" | "informational", level "none" | "note" | "warning" | "error", message* \
      message, analysisTarget artifactLocation, locations [location], guid guid, correlationGuid guid, \
      occurrenceCount positive, partialFingerprints <str>, fingerprints <str>, stacks {stack}, codeFlows \
      [codeFlow], graphs {graph}, graphTraversals {graphTraversal}, relatedLocations {location}, suppressions \
      {suppression}, baselineState "new" | "unchanged" | "updated" | "absent", rank rank, attachments \
      {attachment}, hostedViewerUri uri, workItemUris {uri}, provenance resultProvenance, fixes {fix}, taxa \
      {reportingDescriptorReference}, webRequest webRequest, webResponse webResponse
    resultProvenance: firstDetectionTimeUtc time, lastDetectionTimeUtc time, firstDetectionRunGuid guid, \
      lastDetectionRunGuid guid, invocationIndex index, conversionSources {physicalLocation}
    run: tool* tool, invocations [invocation], conversion conversion, language language, \
      versionControlProvenance {versionControlDetails}, originalUriBaseIds <artifactLocation>, artifacts \
      {artifact}, logicalLocations {logicalLocation}, graphs {graph}, results [result], automationDetails \
      runAutomationDetails, runAggregates {runAutomationDetails}, baselineGuid guid, redactionTokens {str}, \
      defaultEncoding str, defaultSourceLanguage str, newlineSequences {str}+, columnKind "utf16CodeUnits" | \
      "unicodeCodePoints", externalPropertyFileReferences externalPropertyFileReferences, threadFlowLocations \
      {threadFlowLocation}, taxonomies {toolComponent}, addresses [address], translations {toolComponent}, \
      policies {toolComponent}, webRequests {webRequest}, webResponses {webResponse}, specialLocations \
      specialLocations
    runAutomationDetails: description message, id str, guid guid, correlationGuid guid
    specialLocations: displayBase artifactLocation
    stack: message message, frames* [stackFrame]
    stackFrame: location location, module str, threadId int, parameters [str]
    suppression: guid guid, kind* "inSource" | "external", status "accepted" | "underReview" | "rejected", \
      justification str, location location
    threadFlow: id str, message message, initialState <multiformatMessageString>, immutableState \
      <multiformatMessageString>, locations* [threadFlowLocation]+
    threadFlowLocation: index index, location location, stack stack, kinds {str}, taxa \
      {reportingDescriptorReference}, module str, state <multiformatMessageString>, nestingLevel natural, \
      executionOrder index, executionTimeUtc time, importance "important" | "essential" | "unimportant", \
      webRequest webRequest, webResponse webResponse
    tool: driver* toolComponent, extensions {toolComponent}
    toolComponent: guid guid, name* str, organization str, product str, productSuite str, shortDescription \
      multiformatMessageString, fullDescription multiformatMessageString, fullName str, version str, \
      semanticVersion str, dottedQuadFileVersion quad, releaseDateUtc str, downloadUri uri, informationUri uri, \
      globalMessageStrings <multiformatMessageString>, notifications {reportingDescriptor}, rules \
      {reportingDescriptor}, taxa {reportingDescriptor}, locations [artifactLocation], language language, \
      contents {"localizedData" | "nonLocalizedData"}, isComprehensive bool, localizedDataSemanticVersion str, \
      minimumRequiredLocalizedDataSemanticVersion str, associatedComponent toolComponentReference, \
      translationMetadata translationMetadata, supportedTaxonomies {toolComponentReference}
    toolComponentReference: name str, index index, guid guid
    translationMetadata: name* str, fullName str, shortDescription multiformatMessageString, fullDescription \
      multiformatMessageString, downloadUri uri, informationUri uri
    versionControlDetails: repositoryUri* uri, revisionId str, branch str, revisionTag str, asOfTimeUtc time, \
      mappedTo artifactLocation
    webRequest: index index, protocol str, version str, target str, method str, headers <str>, parameters <str>, \
      body artifactContent
    webResponse: index index, protocol str, version str, statusCode int, reasonPhrase str, headers <str>, body \
      artifactContent, noResponseReceived bool
    """

  /// The simple kinds, as schemas.
  static let scalars = [
    "str": #""type": "string""#, "int": #""type": "integer""#, "num": #""type": "number""#,
    "bool": #""type": "boolean""#,
    "index": #""type": "integer", "minimum": -1"#, "natural": #""type": "integer", "minimum": 0"#,
    "positive": #""type": "integer", "minimum": 1"#, "rank": #""type": "number", "minimum": -1, "maximum": 100"#,
    "uri": #""type": "string", "format": "uri""#, "reference": #""type": "string", "format": "uri-reference""#,
    "time": #""type": "string", "format": "date-time""#, "media": #""type": "string", "pattern": "[^/]+/.+""#,
    "quad": #""type": "string", "pattern": "[0-9]+(\\.[0-9]+){3}""#,
    "language": #""type": "string", "pattern": "^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$""#,
    "guid": #""type": "string", "pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-"#
      + #"[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$""#,
  ]

  private static let bag = #"""
    "type": "object",
    "properties": { "tags": { "type": "array", "uniqueItems": true, "items": { "type": "string" } } }
    """#

  /// The objects as JSON Schema, by their names.
  static let definitions: [(name: String, schema: String)] =
    [("propertyBag", bag)]
    + objects.split(separator: "\n").map { line in
      let (name, members) = cut(line.split(separator: " ").joined(separator: " "), at: ": ")
      return (name, object(members.components(separatedBy: ", ")))
    }

  /// The whole schema; a log is the first object.
  static var schema: String {
    let parts = definitions.filter { $0.name != "log" }.map { "\"\($0.name)\": { \($0.schema) }" }
    let log = definitions.first { $0.name == "log" }?.schema ?? ""
    return """
      { "$schema": "http://json-schema.org/draft-07/schema#", \(log),
        "definitions": { \(parts.joined(separator: ",\n")) } }
      """
  }

  private static func object(_ members: [String]) -> String {
    var properties = [##""properties": { "$ref": "#/definitions/propertyBag" }"##]
    var named: [Character: [String]] = [:]
    for member in members {
      var (key, kind) = cut(member, at: " ")
      if let mark = key.last, "*?!".contains(mark) {
        key.removeLast()
        named[mark, default: []].append("\"\(key)\"")
      }
      properties.append("\"\(key)\": { \(self.kind(kind)) }")
    }
    var schema =
      #""type": "object", "additionalProperties": false, "properties": { "#
      + properties.joined(separator: ", ") + " }"
    if let keys = named["*"] { schema += ", \"required\": [\(keys.joined(separator: ", "))]" }
    for (mark, keyword) in [("?", "anyOf"), ("!", "oneOf")] as [(Character, String)] {
      guard let keys = named[mark] else { continue }
      schema += ", \"\(keyword)\": [\(keys.map { "{ \"required\": [\($0)] }" }.joined(separator: ", "))]"
    }
    return schema
  }

  private static func kind(_ text: String) -> String {
    var text = text
    var least = ""
    if text.hasSuffix("+") {
      text.removeLast()
      least = ", \"minItems\": 1"
    }
    let inner = String(text.dropFirst().dropLast())
    switch text.first {
    case "[": return "\"type\": \"array\"\(least), \"items\": { \(kind(inner)) }"
    case "{": return "\"type\": \"array\", \"uniqueItems\": true\(least), \"items\": { \(kind(inner)) }"
    case "<": return "\"type\": \"object\", \"additionalProperties\": { \(kind(inner)) }"
    case "\"": return "\"enum\": [\(text.replacing(" | ", with: ", "))]"
    default: return scalars[text] ?? "\"$ref\": \"#/definitions/\(text)\""
    }
  }

  private static func cut(_ text: some StringProtocol, at separator: String) -> (String, String) {
    guard let range = text.range(of: separator) else { return (String(text), "") }
    return (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
  }
}
