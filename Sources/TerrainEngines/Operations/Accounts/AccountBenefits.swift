import TerrainDocuments
import TerrainBase

// Benefits, members, and what an event brings other accounts, as documents.

extension ResultType where Content == Benefit {
  /// Something that an event issued.
  static var benefit: ResultType {
    named("benefit") {
      requiredField("id", .text, "The id of the event that issued it, `#`, and a number.") { $0.id.text }
      requiredField("benefit", .text, "What it is.") { $0.name }
      requiredField("stage", .word, "Where it is in its life.") { $0.stage }
      requiredField("since", .instant, "When it was issued.") { $0.since }
      optionalField("expires", .instant, "When it expires.") { $0.expires }
      optionalField("uses", .count, "How often it may be used; without it, until it expires.") { $0.uses }
      optionalField("used", .count, "How often it was used.") { $0.used == 0 ? nil : $0.used }
      optionalField("ended", .instant, "When it was used up, expired or was cancelled.") { $0.ended }
      explanatory(optionalField("rule", .entryRule, "The rule that issued it.") { $0.reason })
    }
  }
}

extension ResultType where Content == AccountState.Member {
  /// Somebody who may act on an account.
  static var accountMember: ResultType {
    named("account_member") {
      requiredField("id", .text, "The caller's name for them.") { $0.id }
      requiredField("since", .instant, "Since when the rights are these.") { $0.since }
      requiredField("rights", .list(.text), "Their rights, as the rules call them.") { $0.rights }
    }
  }
}

extension ResultType where Content == Counterpart {
  /// What an event brings another account.
  static var counterpart: ResultType {
    named("counterpart") {
      requiredField("account", .text, "The account to apply the event to.") { $0.account }
      requiredField("event", .counterpartEvent, "The event to apply there, as it is.") { $0 }
    }
  }

  private static var counterpartEvent: ResultType {
    object {
      requiredField("id", .text, "Its id.") { $0.id }
      requiredField("type", .words([AccountEvent.Kind.receive]), "What it does.") { _ in .receive }
      requiredField("time", .instant, "When it happened.") { $0.time }
      requiredField("from", .text, "The account that it comes from.") { $0.from }
      requiredField("change", .count, "How much.") { $0.amount }
      optionalField("unit", .text, "Of which unit; without it, of the program's own.") { $0.unit }
      optionalField("cause", .text, "What it is for.") { $0.cause }
    }
  }
}
