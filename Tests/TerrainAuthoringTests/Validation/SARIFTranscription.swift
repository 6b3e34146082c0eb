/// What SARIF 2.1.0 asks of the parts that Terrain writes (OASIS, "Static Analysis Results Interchange Format", appendix on the
/// schema): every object is closed, as it is there. The whole schema is judged by where it can be had.
enum SARIFTranscription {
  static let schema = #"""
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "type": "object", "additionalProperties": false, "required": ["version", "runs"],
      "properties": {
        "$schema": { "type": "string", "format": "uri" },
        "version": { "enum": ["2.1.0"] },
        "runs": { "type": "array", "uniqueItems": false, "items": { "$ref": "#/definitions/run" } }
      },
      "definitions": {
        "run": {
          "type": "object", "additionalProperties": false, "required": ["tool"],
          "properties": {
            "tool": { "type": "object", "additionalProperties": false, "required": ["driver"],
              "properties": { "driver": { "$ref": "#/definitions/toolComponent" } } },
            "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
            "newlineSequences": { "type": "array", "minItems": 1, "uniqueItems": true, "items": { "type": "string" } },
            "results": { "type": "array", "items": { "$ref": "#/definitions/result" } }
          }
        },
        "toolComponent": {
          "type": "object", "additionalProperties": false, "required": ["name"],
          "properties": {
            "name": { "type": "string" }, "version": { "type": "string" }, "semanticVersion": { "type": "string" },
            "informationUri": { "type": "string", "format": "uri" },
            "rules": { "type": "array", "uniqueItems": true, "items": { "$ref": "#/definitions/reportingDescriptor" } }
          }
        },
        "reportingDescriptor": {
          "type": "object", "additionalProperties": false, "required": ["id"],
          "properties": {
            "id": { "type": "string" }, "name": { "type": "string" },
            "helpUri": { "type": "string", "format": "uri" }
          }
        },
        "result": {
          "type": "object", "additionalProperties": false, "required": ["message"],
          "properties": {
            "ruleId": { "type": "string" },
            "ruleIndex": { "type": "integer", "minimum": -1 },
            "level": { "enum": ["none", "note", "warning", "error"] },
            "message": { "$ref": "#/definitions/message" },
            "locations": { "type": "array", "items": { "$ref": "#/definitions/location" } },
            "relatedLocations": { "type": "array", "uniqueItems": true, "items": { "$ref": "#/definitions/location" } },
            "fixes": { "type": "array", "uniqueItems": true, "items": { "$ref": "#/definitions/fix" } }
          }
        },
        "message": {
          "type": "object", "additionalProperties": false,
          "properties": { "text": { "type": "string" }, "markdown": { "type": "string" }, "id": { "type": "string" } },
          "anyOf": [{ "required": ["text"] }, { "required": ["id"] }]
        },
        "location": {
          "type": "object", "additionalProperties": false,
          "properties": {
            "id": { "type": "integer", "minimum": -1 },
            "physicalLocation": { "$ref": "#/definitions/physicalLocation" },
            "logicalLocations": { "type": "array", "uniqueItems": true,
              "items": { "$ref": "#/definitions/logicalLocation" } },
            "message": { "$ref": "#/definitions/message" }
          }
        },
        "logicalLocation": {
          "type": "object", "additionalProperties": false,
          "properties": { "name": { "type": "string" }, "fullyQualifiedName": { "type": "string" } }
        },
        "physicalLocation": {
          "type": "object", "additionalProperties": false, "anyOf": [{ "required": ["artifactLocation"] }],
          "properties": {
            "artifactLocation": { "$ref": "#/definitions/artifactLocation" },
            "region": { "$ref": "#/definitions/region" }
          }
        },
        "artifactLocation": {
          "type": "object", "additionalProperties": false,
          "properties": { "uri": { "type": "string", "format": "uri-reference" }, "uriBaseId": { "type": "string" } }
        },
        "region": {
          "type": "object", "additionalProperties": false,
          "properties": {
            "startLine": { "type": "integer", "minimum": 1 }, "startColumn": { "type": "integer", "minimum": 1 },
            "endLine": { "type": "integer", "minimum": 1 }, "endColumn": { "type": "integer", "minimum": 1 },
            "byteOffset": { "type": "integer", "minimum": -1 }, "byteLength": { "type": "integer", "minimum": 0 }
          }
        },
        "fix": {
          "type": "object", "additionalProperties": false, "required": ["artifactChanges"],
          "properties": {
            "description": { "$ref": "#/definitions/message" },
            "artifactChanges": { "type": "array", "minItems": 1, "uniqueItems": true,
              "items": { "$ref": "#/definitions/artifactChange" } }
          }
        },
        "artifactChange": {
          "type": "object", "additionalProperties": false, "required": ["artifactLocation", "replacements"],
          "properties": {
            "artifactLocation": { "$ref": "#/definitions/artifactLocation" },
            "replacements": { "type": "array", "minItems": 1, "items": { "$ref": "#/definitions/replacement" } }
          }
        },
        "replacement": {
          "type": "object", "additionalProperties": false, "required": ["deletedRegion"],
          "properties": {
            "deletedRegion": { "$ref": "#/definitions/region" },
            "insertedContent": { "type": "object", "additionalProperties": false,
              "properties": { "text": { "type": "string" } } }
          }
        }
      }
    }
    """#
}
