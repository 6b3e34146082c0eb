// Generated from OpenRPC by clients/generate.py: do not edit.
export interface Outcome {
  /** The outcome's id. */
  "id": string;
  /** What people call it. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** What people call it fondly. */
  "nickname"?: string;
  /** Its language, where that is not the one that was asked for. */
  "nickname_locale"?: string;
  /** The percentage of people, by how it is known: `illustrative` or `exact`. */
  "share"?: Record<string, number>;
}

export interface Identity {
  /** Its id. */
  "id": string;
  /** Its version, by semantic versioning. */
  "version": string;
  /** The hash of its content. */
  "hash": string;
  /** Parameters that have other values than the files say. */
  "set"?: (string)[];
}

export interface Axis {
  /** Rounded once and brought inside the axis, as the rules say. */
  "value": number;
  /** The exact sum, outside the axis too. */
  "sum"?: number;
  /** The least value of the axis. */
  "min"?: number;
  /** The greatest value of the axis. */
  "max"?: number;
}

export interface Edge {
  /** The value of the axis there. */
  "value": number;
  /** The outcome there; null where the rules have none. */
  "becomes": string | null;
}

export interface Flip {
  /** The question. */
  "question": string;
  /** The other option. */
  "option": string;
}

export interface Reason {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "rule"?: string;
  /** The rule module's file. */
  "file": string;
  /** The line, from 1. */
  "line": number;
  /** What it looked at, and the values it saw. */
  "values": Record<string, unknown>;
}

export interface QuestionOptionsItem {
  /** The option's id. */
  "id": string;
  /** What it says. */
  "text"?: string;
  /** Its language, where that is not the one that was asked for. */
  "text_locale"?: string;
}

export interface Question {
  /** The question's id. */
  "id": string;
  /** What is asked. */
  "text"?: string;
  /** Its language, where that is not the one that was asked for. */
  "text_locale"?: string;
  /** Whether answers without it are incomplete. */
  "required": boolean;
  /** The option that was chosen before. */
  "chosen"?: string;
  /** The question before it. */
  "previous"?: string;
  /** What can be answered. */
  "options": (QuestionOptionsItem)[];
}

export interface Page {
  /** The module whose page it is. */
  "page": string;
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** The local day. */
  "date": string;
  /** What the clock showed. */
  "time"?: string;
  /** The language that was asked for. */
  "locale": string;
  /** The parts of the page, in its order, by their ids. */
  "parts": Record<string, Part>;
}

export interface Ranking {
  /** The module that ranks. */
  "ranking": string;
  /** Candidates that are offered, the best first. */
  "items": (Ranked)[];
  /** How many candidates there were. */
  "considered": number;
  /** How many were left out, by why. */
  "excluded": Record<string, number>;
  /** Records of the request that cannot be read: the first hundred. They keep no other out. */
  "wrong"?: (WrongRecord)[];
  /** The message where nothing is left. */
  "fallback"?: Said;
}

export interface Said {
  /** The message's id. */
  "message": string;
  /** What it is about: one item a topic is shown. */
  "topic"?: string;
  /** The layer of the row that chose it. */
  "layer"?: string;
  /** The message's title. */
  "title"?: string;
  /** Its language, where that is not the one that was asked for. */
  "title_locale"?: string;
  /** The message's text. */
  "text"?: string;
  /** Its language, where that is not the one that was asked for. */
  "text_locale"?: string;
  /** The message's why. */
  "why"?: string;
  /** Its language, where that is not the one that was asked for. */
  "why_locale"?: string;
  /** The message's advice. */
  "advice"?: string;
  /** Its language, where that is not the one that was asked for. */
  "advice_locale"?: string;
  /** The rule that chose it. */
  "rule"?: Origin;
  /** OpenFeature's word for it: a row fired, or what is used otherwise. */
  "reason"?: "TARGETING_MATCH" | "DEFAULT";
}

export interface TrendEarlier {
  /** The days with a value. */
  "days": number;
  /** Their weighted mean. */
  "mean"?: number;
}

export interface TrendLater {
  /** The days with a value. */
  "days": number;
  /** Their weighted mean. */
  "mean"?: number;
}

export interface TrendTest {
  /** The test. */
  "name": "permutation";
  /** Of all comparisons together; two-sided. */
  "p": number;
  /** That p, adjusted for all series of the person. */
  "adjusted": number;
  /** Up to which adjusted p it is believed. */
  "at_most": number;
  /** How many series of the person can show a direction. */
  "family": number;
  /** The comparison that the direction is about. */
  "compared": Comparison;
  /** All of them, as the rules declare them. */
  "comparisons": (Comparison)[];
}

export interface TrendMissing {
  /** Of the earlier half. */
  "earlier": number;
  /** Of the later half. */
  "later": number;
}

export interface TrendScale {
  /** The lower end. */
  "low"?: number;
  /** The upper end. */
  "high"?: number;
}

export interface TrendZone {
  /** The lower end. */
  "low"?: number;
  /** The upper end. */
  "high"?: number;
  /** Where the later half lies. */
  "at"?: "below" | "inside" | "above";
}

export interface Trend {
  /** The series' word. */
  "series": string;
  /** Its name. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** The unit of its values. */
  "unit"?: string;
  /** What people call the unit. */
  "unit_label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "unit_label_locale"?: string;
  /** Which way is the good one. */
  "better": "more" | "fewer";
  /** Where it goes. */
  "direction": string;
  /** What people call that. */
  "direction_label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "direction_label_locale"?: string;
  /** Whether this person should watch it. */
  "watch_for": boolean;
  /** Its place in the person's order, from 1. */
  "priority": number;
  /** The days with a value. */
  "n": number;
  /** The earlier half of the window. */
  "earlier": TrendEarlier;
  /** The later half, today included. */
  "later": TrendLater;
  /** The mean of the last days minus that of those before. */
  "change"?: number;
  /** The difference that matters. */
  "effect"?: number;
  /** How sure it is. */
  "test"?: TrendTest;
  /** The days with a value that each half needs. */
  "least"?: number;
  /** How many days are missing. */
  "missing"?: TrendMissing;
  /** A value a day, the oldest first; null where nothing is known. */
  "values": (number | null)[];
  /** The scale for charts. */
  "scale"?: TrendScale;
  /** Where it is well. */
  "zone"?: TrendZone;
  /** How many of the last values were each worse than that of the day before. */
  "worsening_days"?: number;
  /** The words beside it. */
  "note"?: Said;
}

export interface EffectInterval {
  /** The lower end. */
  "low": number;
  /** The upper end. */
  "high": number;
  /** How sure, as a share. */
  "level": number;
}

export interface EffectShareInterval {
  /** The lower end. */
  "low": number;
  /** The upper end. */
  "high": number;
  /** How sure, as a share. */
  "level": number;
}

export interface EffectSignsWith {
  /** The days with a value. */
  "days": number;
  /** Their weighted mean. */
  "mean"?: number;
}

export interface EffectSignsWithout {
  /** The days with a value. */
  "days": number;
  /** Their weighted mean. */
  "mean"?: number;
}

export interface EffectSigns {
  /** On days with it. */
  "with": EffectSignsWith;
  /** On the others that say. */
  "without": EffectSignsWithout;
}

export interface Effect {
  /** The item's id. */
  "item": string;
  /** The kind of record it is; left out where the pack does not know it. */
  "kind"?: string;
  /** What people call it. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** What it comes to. */
  "verdict": string;
  /** The same for people. */
  "verdict_label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "verdict_label_locale"?: string;
  /** From -1 to 1. */
  "value"?: number;
  /** Between which the true value lies, given how few days there are. */
  "interval"?: EffectInterval;
  /** The days with it. */
  "days": number;
  /** Those of them with feedback that counts. */
  "told": number;
  /** The good ones among those. */
  "share"?: number;
  /** Wilson's interval of the share. */
  "share_interval"?: EffectShareInterval;
  /** Signs a day: what it is compared with. */
  "signs": EffectSigns;
  /** The words beside it. */
  "note"?: Said;
}

export interface Part2 {
  /** The decision's value. */
  "value": unknown;
  /** What people call it, where it is a vocabulary's word. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** The rule that chose it. */
  "rule"?: Origin;
  /** OpenFeature's word for it: a row fired, or what is used otherwise. */
  "reason"?: "TARGETING_MATCH" | "DEFAULT";
}

export type Part = (Said)[] | Part2 | Ranking | (Signal)[] | null | Record<string, unknown>;

export interface DiagnosticRelatedItem {
  /** Why it matters. */
  "message": string;
  /** The file. */
  "file"?: string;
  /** The line, from 1. */
  "line"?: number;
  /** The column in UTF-8 bytes, from 1. */
  "column"?: number;
  /** The line it ends on. */
  "endLine"?: number;
  /** The column after it. */
  "endColumn"?: number;
  /** Its first byte, from 0. */
  "start"?: number;
  /** The byte after it. */
  "end"?: number;
}

export interface Diagnostic {
  /** A stable name in words. */
  "code": string;
  /** How grave it is. */
  "severity": "error" | "warning" | "info";
  /** What is wrong, and what was expected. */
  "message": string;
  /** The file. */
  "file"?: string;
  /** The line, from 1. */
  "line"?: number;
  /** The column in UTF-8 bytes, from 1. */
  "column"?: number;
  /** The line it ends on. */
  "endLine"?: number;
  /** The column after it. */
  "endColumn"?: number;
  /** Its first byte, from 0. */
  "start"?: number;
  /** The byte after it. */
  "end"?: number;
  /** The path inside the document. */
  "path"?: string;
  /** Other places that matter. */
  "related"?: (DiagnosticRelatedItem)[];
  /** The fix. */
  "fix"?: string;
}

export interface Enrolment {
  /** The program's id. */
  "program": string;
  /** The local day that is day 1. */
  "started": string;
  /** Whether it is being followed. */
  "active"?: boolean;
  /** The local day on which the last item was done. */
  "completed"?: string;
  /** For each day, from 1, what has been done. */
  "done"?: Record<string, (string)[]>;
}

export interface StandingLeftOut {
  /** What the rules say. */
  "why": string;
  /** The rule that chose it. */
  "rule"?: Origin;
  /** OpenFeature's word for it: a row fired, or what is used otherwise. */
  "reason"?: "TARGETING_MATCH" | "DEFAULT";
}

export interface StandingDaysItemSwapsItem {
  /** The item of the day. */
  "item": string;
  /** The kind of record it is. */
  "kind"?: string;
  /** What people call it. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** What its kind shows of it wherever it is offered, by name. */
  "card"?: Record<string, unknown>;
  /** What the program has there. */
  "instead_of": string;
  /** What the rules say against that. */
  "why": string;
  /** The rule that chose it. */
  "rule"?: Origin;
  /** OpenFeature's word for it: a row fired, or what is used otherwise. */
  "reason"?: "TARGETING_MATCH" | "DEFAULT";
}

export interface StandingDaysItem {
  /** The day, from 1. */
  "day": number;
  /** Whether it has come. */
  "unlocked": boolean;
  /** Whether everything of it is done. */
  "done": boolean;
  /** Its items, and whether each is done. */
  "items": Record<string, boolean>;
  /** What takes the place of what is nothing for this person. */
  "swaps"?: (StandingDaysItemSwapsItem)[];
}

export interface Standing {
  /** The program's id. */
  "program": string;
  /** The day it is; null before the first. */
  "day": number | null;
  /** How many days it has. */
  "of": number;
  /** How many days are done. */
  "days_done": number;
  /** Why it is nothing for this person any more; its items are not named then. */
  "left_out"?: StandingLeftOut;
  /** Every day. */
  "days": (StandingDaysItem)[];
}

export interface Replica {
  /** Who wrote the fields that have no stamp of their own: a word without blanks. */
  "replica"?: string;
  /** As an answer has it. */
  "pack"?: Identity;
  /** For each table its records: fields, and under `_changed` and `_removed` when and by whom they were written. */
  "tables"?: Record<string, (Record<string, unknown>)[]>;
}

export interface State {
  /** The state's id. */
  "id": string;
  /** Its name for people. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** A rendered message about the current state. */
  "status"?: Said;
}

export interface Phase {
  /** The phase's id. */
  "id": string;
  /** Its name for people. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** When it begins or began. */
  "begins": string;
  /** Whether it is over, current or ahead at this moment. */
  "standing": "done" | "now" | "ahead";
  /** The messages when it begins. */
  "notices"?: (Notice)[];
}

export interface Notice {
  /** The recipient. */
  "to"?: string;
  /** The message's id. */
  "message": string;
  /** The message's title. */
  "title"?: string;
  /** Its language, where that is not the one that was asked for. */
  "title_locale"?: string;
  /** The message's text. */
  "text"?: string;
  /** Its language, where that is not the one that was asked for. */
  "text_locale"?: string;
  /** The message's why. */
  "why"?: string;
  /** Its language, where that is not the one that was asked for. */
  "why_locale"?: string;
  /** The message's advice. */
  "advice"?: string;
  /** Its language, where that is not the one that was asked for. */
  "advice_locale"?: string;
  /** The rule that chose it. */
  "rule"?: Origin;
  /** OpenFeature's word for it: a row fired, or what is used otherwise. */
  "reason"?: "TARGETING_MATCH" | "DEFAULT";
}

export interface Oddity {
  /** Its code, as the list of diagnostics explains it. */
  "code": string;
  /** What it is, in a sentence. */
  "message": string;
  /** What is allowed instead. */
  "help"?: string;
}

export interface Move {
  /** Where to. */
  "to": string;
  /** Its name for people. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** The messages that it would send. */
  "notices": (Notice)[];
}

export interface Problem {
  /** The way to the field from the record: `lines[0].quantity`; empty for the record itself. */
  "at": string;
  /** The code of a diagnostic of the schema; of a rule, `MODULE.ROW` or the message. */
  "code": string;
  /** The message of the pack that words it. */
  "message"?: string;
  /** The message's title. */
  "title"?: string;
  /** Its language, where that is not the one that was asked for. */
  "title_locale"?: string;
  /** The message's text. */
  "text"?: string;
  /** Its language, where that is not the one that was asked for. */
  "text_locale"?: string;
  /** The message's why. */
  "why"?: string;
  /** Its language, where that is not the one that was asked for. */
  "why_locale"?: string;
  /** The message's advice. */
  "advice"?: string;
  /** Its language, where that is not the one that was asked for. */
  "advice_locale"?: string;
  /** The fix, where the pack has no text for it. */
  "help"?: string;
  /** What would be right, where the rules say it. */
  "expected"?: unknown;
  /** The rule that chose it. */
  "rule"?: Origin;
  /** OpenFeature's word for it: a row fired, or what is used otherwise. */
  "reason"?: "TARGETING_MATCH" | "DEFAULT";
}

export interface Explained {
  /** The candidate's id. */
  "id": string;
  /** The kind of record it is. */
  "kind"?: string;
  /** What became of it. */
  "standing": "offered" | "behind" | "too_alike" | "excluded";
  /** Its place, from 1. */
  "place"?: number;
  /** What there would have been too much of. */
  "alike"?: string;
  /** Why it was left out. */
  "why"?: string;
  /** The rule that chose it. */
  "rule"?: Origin;
  /** OpenFeature's word for it: a row fired, or what is used otherwise. */
  "reason"?: "TARGETING_MATCH" | "DEFAULT";
  /** Its points. */
  "score"?: number;
  /** What its points are made of. */
  "criteria": (Criterion)[];
}

export interface Step {
  /** What it is about. */
  "subject": string;
  /** What became of it. */
  "outcome": string;
  /** What decided. */
  "reason": string;
  /** The file that it is from. */
  "file"?: string;
  /** Its line. */
  "line"?: number;
}

export interface ComparisonRecent {
  /** The days with a value. */
  "days": number;
  /** Their weighted mean. */
  "mean"?: number;
}

export interface ComparisonBefore {
  /** The days with a value. */
  "days": number;
  /** Their weighted mean. */
  "mean"?: number;
}

export interface Comparison {
  /** How many days the last ones are. */
  "days": number;
  /** The last days. */
  "recent": ComparisonRecent;
  /** The days before them. */
  "before": ComparisonBefore;
  /** The mean of the last days minus that of those before. */
  "change": number;
  /** Two-sided, for days that resemble each other. */
  "p": number;
  /** How much a day resembles the day before. */
  "autocorrelation": number;
  /** How many times the variance is what it is for independent days. */
  "inflation": number;
}

export interface Origin {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired; left out where none did by itself. */
  "row"?: string;
  /** The rule module's file. */
  "file": string;
  /** The line, from 1. */
  "line": number;
}

export interface TraceOtherwise {
  /** The rule module's file. */
  "file": string;
  /** The line, from 1. */
  "line": number;
}

export interface Trace {
  /** The decision's full name. */
  "decision": string;
  /** The version of its rules, where several are in force one after another. */
  "version"?: string;
  /** The rule module's file. */
  "file": string;
  /** The line, from 1. */
  "line": number;
  /** Which of the rows that hold make the result. */
  "hit"?: "unique" | "first" | "highest" | "collect" | "sum" | "min" | "max" | "count";
  /** What it came to; left out where it failed. */
  "value"?: unknown;
  /** The location of `otherwise`, if it was used. */
  "otherwise"?: TraceOtherwise;
  /** All its rows, in file order. */
  "rows"?: (Row)[];
}

export interface Money {
  /** By ISO 4217. */
  "currency": string;
  /** In its smallest units. */
  "minor": number;
}

export interface EntryRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface Entry {
  /** The event's id, a slash, and a number. */
  "id": string;
  /** When. */
  "time": string;
  /** Why. */
  "kind": "earn" | "redeem" | "refund" | "expire" | "adjust" | "send" | "receive";
  /** Of what. */
  "unit": string;
  /** How much: negative where it went. */
  "amount": number;
  /** The event behind it. */
  "event": string;
  /** What the rule adds to it, or what it is about. */
  "cause"?: string;
  /** The line of the event that earned it, or that it was taken back from. */
  "line"?: string;
  /** The rule that came to it. */
  "rule"?: EntryRule;
}

export interface CounterpartEvent {
  /** Its id. */
  "id": string;
  /** What it does. */
  "type": "receive";
  /** When it happened. */
  "time": string;
  /** The account that it comes from. */
  "from": string;
  /** How much. */
  "change": number;
  /** Of which unit; without it, of the program's own. */
  "unit"?: string;
  /** What it is for. */
  "cause"?: string;
}

export interface Counterpart {
  /** The account to apply the event to. */
  "account": string;
  /** The event to apply there, as it is. */
  "event": CounterpartEvent;
}

export interface Balance {
  /** What there is: the sum of the entries, and of active, pending and held. */
  "balance": number;
  /** What can be spent; negative after more was taken back than there was. */
  "active": number;
  /** What does not count yet. */
  "pending": number;
  /** What is set aside. */
  "held": number;
  /** All that was earned and counts, less what was taken back of it. */
  "lifetime": number;
  /** Earned altogether. */
  "earned": number;
  /** Spent altogether. */
  "spent": number;
  /** Expired altogether. */
  "expired": number;
  /** Taken back altogether. */
  "taken_back": number;
  /** Added by adjustments, less what they took. */
  "adjusted": number;
  /** Sent to other accounts altogether. */
  "sent"?: number;
  /** Received from other accounts altogether. */
  "received"?: number;
}

export interface AccountRules {
  /** The rule set. */
  "id": string;
  /** Its version. */
  "version": string;
  /** The hash of its content. */
  "hash": string;
}

export interface AccountLevelBeforeItem {
  /** The level. */
  "id": string;
  /** Since when it had this or a higher one. */
  "since": string;
}

export interface AccountLevel {
  /** The level. */
  "id": string;
  /** Since when. */
  "since": string;
  /** When it is lost. */
  "lost"?: string;
  /** What the account qualifies for. */
  "qualified"?: string;
  /** Lower levels that it had before, the lowest first. */
  "before"?: (AccountLevelBeforeItem)[];
}

export interface AccountLotsItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface AccountLotsItem {
  /** The entry that made it. */
  "id": string;
  /** The event that it came with. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** What is left of it. */
  "left": number;
  /** Since when it counts; of one that waits, when it came in. */
  "since": string;
  /** When it expires. */
  "expires"?: string;
  /** The rule that declares how long it waits and lasts. */
  "rule"?: AccountLotsItemRule;
  /** When it begins to count. */
  "begins"?: string;
  /** How long after a commit it begins to count. */
  "waits"?: Period;
  /** How long it then lasts. */
  "lasts"?: Period;
}

export interface AccountHoldsItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface AccountHoldsItemPartsItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface AccountHoldsItemPartsItem {
  /** The entry that made it. */
  "id": string;
  /** The event that it came with. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** What is left of it. */
  "left": number;
  /** Since when it counts; of one that waits, when it came in. */
  "since": string;
  /** When it expires. */
  "expires"?: string;
  /** The rule that declares how long it waits and lasts. */
  "rule"?: AccountHoldsItemPartsItemRule;
}

export interface AccountHoldsItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When it is given back by itself. */
  "lapses"?: string;
  /** The rule that it costs this much by. */
  "rule"?: AccountHoldsItemRule;
  /** The lots that it was taken from. */
  "parts": (AccountHoldsItemPartsItem)[];
}

export interface AccountEventsItem {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type": "earn" | "reserve" | "commit" | "cancel" | "refund" | "adjust" | "use" | "send" | "receive" | "member";
  /** When it happened. */
  "time": string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take, send or receive. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set. */
  "rights"?: (string)[];
  /** Who adjusts, or sets rights. */
  "actor"?: string;
  /** Why. */
  "reason"?: string;
  /** What it was granted. */
  "grants"?: Record<string, number>;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface Account {
  /** The caller's name for it. */
  "account": string;
  /** The rules that it was folded by. */
  "rules": AccountRules;
  /** The instant that it shows. */
  "as_of"?: string;
  /** When something last changed. */
  "changed"?: string;
  /** The level. */
  "level"?: AccountLevel;
  /** How many events earned something. */
  "earns": number;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** What came in and is left. */
  "lots": (AccountLotsItem)[];
  /** What is set aside. */
  "holds": (AccountHoldsItem)[];
  /** What events issued, and what became of it. */
  "benefits"?: (Benefit)[];
  /** Who may act on it, by id. */
  "members"?: (AccountMember)[];
  /** Its lines. */
  "entries": (Entry)[];
  /** What happened, by time and id. */
  "events": (AccountEventsItem)[];
}

export interface BenefitRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface Benefit {
  /** The id of the event that issued it, `#`, and a number. */
  "id": string;
  /** What it is. */
  "benefit": string;
  /** Where it is in its life. */
  "stage": "issued" | "used" | "expired" | "cancelled";
  /** When it was issued. */
  "since": string;
  /** When it expires. */
  "expires"?: string;
  /** How often it may be used; without it, until it expires. */
  "uses"?: number;
  /** How often it was used. */
  "used"?: number;
  /** When it was used up, expired or was cancelled. */
  "ended"?: string;
  /** The rule that issued it. */
  "rule"?: BenefitRule;
}

export interface AccountMember {
  /** The caller's name for them. */
  "id": string;
  /** Since when the rights are these. */
  "since": string;
  /** Their rights, as the rules call them. */
  "rights": (string)[];
}

export interface Ranked {
  /** The candidate's id. */
  "id": string;
  /** The kind of record it is. */
  "kind"?: string;
  /** What people call it. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** What its kind shows of it wherever it is offered, by name. */
  "card"?: Record<string, unknown>;
  /** Its points. */
  "score": number;
  /** Words beside it. */
  "note"?: Said;
  /** Days since it was shown the last time. */
  "days_since_shown"?: number;
  /** What its points are made of. */
  "criteria": (Criterion)[];
}

export interface WrongRecord {
  /** Its position among the records of its kind, from 0. */
  "position": number;
  /** Its id, where it has one. */
  "id"?: string;
  /** What is wrong with it, and where. */
  "problem": Diagnostic;
}

export interface Signal {
  /** The question. */
  "question": string;
  /** The option that was chosen. */
  "option": string;
  /** What the option says. */
  "text"?: string;
  /** Its language, where that is not the one that was asked for. */
  "text_locale"?: string;
  /** The axis it moved most. */
  "axis": string;
  /** What people call the axis. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** How far it moved it. */
  "amount": number;
  /** The question's weight. */
  "weight": number;
}

export interface Criterion {
  /** The decision's full name. */
  "decision": string;
  /** What it gives. */
  "points": number;
  /** The rows that fired. */
  "rows"?: (string)[];
  /** What these points are made of. */
  "parts"?: (Criterion)[];
}

export interface Row {
  /** The row's id. */
  "row": string;
  /** The rule module's file. */
  "file": string;
  /** The line, from 1. */
  "line": number;
  /** What its author notes. */
  "note"?: string;
  /** How far it got: an earlier row had decided; a condition did not hold; another row counted more; it counts. */
  "outcome": "not_looked_at" | "failed" | "held" | "fired";
  /** Its conditions, in the order they are written. */
  "conditions": (Condition)[];
}

export interface Period {
  /** Calendar months. */
  "months"?: number;
  /** Calendar days. */
  "days"?: number;
  /** Seconds. */
  "seconds"?: number;
  /** It goes on to the end of this. */
  "through"?: "day" | "month" | "year";
}

export interface Condition {
  /** What is looked at; left out where the whole condition is one expression. */
  "input"?: string;
  /** The condition as written. */
  "text": string;
  /** The rule module's file. */
  "file": string;
  /** The line, from 1. */
  "line": number;
  /** Left out where it was not looked at. */
  "holds"?: boolean;
  /** The facts and decisions it names, with the values they had. */
  "values": Record<string, unknown>;
  /** The comparisons in it that were looked at, where there are several. */
  "parts"?: (Part)[];
}

export interface ScoreParamsAnswers2Item {
  /** The question's id. */
  "question": string;
  /** The id of one of its options. */
  "option": string;
}

export interface ScoreResultMarginsValueValue {
  /** The nearest smaller value at which the outcome is another. */
  "down": Edge | null;
  /** The nearest greater value at which the outcome is another. */
  "up": Edge | null;
}

export interface ScoreResultCertainty {
  /** Ways to answer what is missing. */
  "ways": number;
}

export interface ScoreResult {
  /** What the caller knows these answers by. */
  "id"?: unknown;
  /** The pack that this comes from. */
  "pack"?: Identity;
  /** The rules that this comes from. */
  "rules"?: Identity;
  /** The person's value on each axis. */
  "axes": Record<string, Axis>;
  /** The flags of the chosen options. */
  "flags": (string)[];
  /** Required questions without an answer. */
  "missing"?: (string)[];
  /** For each decision and axis, the nearest values at which the outcome changes. */
  "margins"?: Record<string, Record<string, ScoreResultMarginsValueValue>>;
  /** Other answers to single questions that would change an outcome. */
  "flips"?: (Flip)[];
  /** What may still come of the answers that are missing. */
  "certainty"?: ScoreResultCertainty;
  /** Which rules fired, and what they saw. */
  "why"?: (Reason)[];
}

export interface QuizNextParamsAnswers2Item {
  /** The question's id. */
  "question": string;
  /** The id of one of its options. */
  "option": string;
}

export interface QuizNextResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** How many of the questions that are asked have an answer. */
  "answered": number;
  /** How many questions are asked, as things stand. */
  "of": number;
  /** Whether all are answered. */
  "done": boolean;
  /** The question; null where there is none left. */
  "question": Question | null;
}

export interface ConstitutionParamsAnswers2Item {
  /** The question's id. */
  "question": string;
  /** The id of one of its options. */
  "option": string;
}

export interface ConstitutionResult2 {
  /** A page for each day that was asked for. */
  "days": (Page)[];
}

export interface InsightParamsAnswers2Item {
  /** The question's id. */
  "question": string;
  /** The id of one of its options. */
  "option": string;
}

export interface InsightResult2 {
  /** A page for each day that was asked for. */
  "days": (Page)[];
}

export interface SuggestParamsAnswers2Item {
  /** The question's id. */
  "question": string;
  /** The id of one of its options. */
  "option": string;
}

export interface SuggestResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** The local day. */
  "date": string;
  /** The language that was asked for. */
  "locale": string;
  /** The ranking. */
  "suggestions": Ranking;
}

export interface TodayParamsAnswers2Item {
  /** The question's id. */
  "question": string;
  /** The id of one of its options. */
  "option": string;
}

export interface TodayResult2 {
  /** A page for each day that was asked for. */
  "days": (Page)[];
}

export interface TrendParamsAnswers2Item {
  /** The question's id. */
  "question": string;
  /** The id of one of its options. */
  "option": string;
}

export interface TrendResultWindow {
  /** Its first day. */
  "from": string;
  /** Its last day. */
  "to": string;
  /** How many days it has. */
  "days": number;
  /** How many each half has. */
  "half": number;
  /** The days with at least one value. */
  "logged": number;
}

export interface TrendResultPulse {
  /** The series it is about; left out where it is about none. */
  "series"?: string;
  /** Where that goes. */
  "direction"?: string;
  /** Whether to look after it soon. */
  "urgent": boolean;
  /** The sentence. */
  "said": Said;
}

export interface TrendResultHeatMapRowsItem {
  /** The sign's word. */
  "sign": string;
  /** Its name. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** The days on which it was there. */
  "days": number;
  /** Whether it was there; null where nothing is known. */
  "values": (boolean | null)[];
}

export interface TrendResultHeatMap {
  /** The field of the log. */
  "field": string;
  /** The days of which something is known. */
  "days": number;
  /** Whether anything is known, a day each. */
  "known": (boolean)[];
  /** Every sign. */
  "rows": (TrendResultHeatMapRowsItem)[];
}

export interface TrendResultActivityKindsItem {
  /** The kind's word. */
  "kind": string;
  /** Its name. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** Over the window. */
  "total": number;
  /** A day each. */
  "values": (number)[];
}

export interface TrendResultActivity {
  /** What is counted. */
  "unit": "minutes";
  /** By kind. */
  "kinds": (TrendResultActivityKindsItem)[];
  /** All kinds together. */
  "total": number;
  /** The minutes of each day. */
  "values": (number)[];
}

export interface TrendResultEffectiveness {
  /** The strongest first. */
  "items": (Effect)[];
  /** Those of which too little is known. */
  "insufficient": (Effect)[];
}

export interface TrendResultFacts {
  /** From -1 to 1, by item. */
  "effectiveness": Record<string, number>;
}

export interface TrendResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** The local day that the window ends on. */
  "date": string;
  /** What the clock showed. */
  "time"?: string;
  /** The language that was asked for. */
  "locale": string;
  /** The days that are looked at. */
  "window": TrendResultWindow;
  /** The one sentence about it all. */
  "pulse"?: TrendResultPulse;
  /** The trends with enough days, in the person's order. */
  "trends": (Trend)[];
  /** The trends without enough days, and what is missing. */
  "insufficient": (Trend)[];
  /** Which signs were there on which days. */
  "heat_map"?: TrendResultHeatMap;
  /** Minutes of what was done. */
  "activity": TrendResultActivity;
  /** How days with something compare with the others. */
  "effectiveness": TrendResultEffectiveness;
  /** Further messages, by the ids of parts. */
  "parts": Record<string, Part>;
  /** Facts that other requests about this person may have. */
  "facts": TrendResultFacts;
  /** Problems of single records: their locations, never their values. A wrong value is ignored. */
  "findings": (Diagnostic)[];
}

export interface StreakParamsAnswers2Item {
  /** The question's id. */
  "question": string;
  /** The id of one of its options. */
  "option": string;
}

export interface StreakResultStreakRest {
  /** The days that may be missed in each stretch without ending a streak. */
  "free": number;
  /** How many days such a stretch has. */
  "of": number;
  /** Those that are left, were nothing done today. */
  "left": number;
}

export interface StreakResultStreak {
  /** The kept days of the streak that goes on. */
  "current": number;
  /** Its first day. */
  "since"?: string;
  /** The kept days of the longest one. */
  "longest": number;
  /** All kept days. */
  "total": number;
  /** Whether the day asked for is kept. */
  "today": "kept" | "open";
  /** Rest days. */
  "rest": StreakResultStreakRest;
}

export interface StreakResultMonthsItemDaysItem {
  /** The day. */
  "date": string;
  /** What became of it. */
  "state": "kept" | "rest" | "missed" | "open" | "ahead";
}

export interface StreakResultMonthsItem {
  /** `2026-02`. */
  "month": string;
  /** Its kept days. */
  "kept": number;
  /** Every day. */
  "days": (StreakResultMonthsItemDaysItem)[];
}

export interface StreakResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** The local day. */
  "date": string;
  /** The language that was asked for. */
  "locale": string;
  /** The numbers. */
  "streak": StreakResultStreak;
  /** The words beside them. */
  "said"?: Said;
  /** The calendar, the oldest month first. */
  "months": (StreakResultMonthsItem)[];
  /** Problems of single records: their locations, never their values. A wrong value is ignored. */
  "findings": (Diagnostic)[];
}

export interface ProgramParamsMark {
  /** The day of the program, from 1. */
  "day": number;
  /** What was done. */
  "item": string;
  /** False takes it back. */
  "done"?: boolean;
}

export interface ProgramResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The local day. */
  "date": string;
  /** The progress in the program that the person follows. */
  "active": Standing | null;
  /** What the next request contains. */
  "enrolments": (Enrolment)[];
}

export interface MergeResult {
  /** The pack that declares the tables. */
  "pack": Identity;
  /** The records of both together: what the next request contains. */
  "tables": Record<string, (Record<string, unknown>)[]>;
}

export interface TimelineResult {
  /** The module that was asked. */
  "timeline": string;
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** The language asked for. */
  "locale": string;
  /** The current state; null before it begins. */
  "state": State | null;
  /** How much of the time before the last phase is over, 0 to 1. */
  "fraction"?: number;
  /** When the first phase begins. */
  "begins"?: string;
  /** When the last phase begins. */
  "ends"?: string;
  /** When it next changes by itself; not there where nothing will. */
  "changes_at"?: string;
  /** The phases that have any time, in order. */
  "phases"?: (Phase)[];
  /** Whether the move that was asked for was made. */
  "moved"?: boolean;
  /** Where it stood before the move. */
  "from"?: string;
  /** What is to be sent now, because it was moved. */
  "notices"?: (Notice)[];
  /** Why the move was not made, and what is allowed. */
  "refused"?: Oddity;
  /** The moves that are allowed from here. */
  "allowed"?: (Move)[];
  /** What was odd. */
  "notes"?: (Oddity)[];
}

export interface CheckResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** The kind of record. */
  "kind": string;
  /** The language asked for. */
  "locale": string;
  /** Whether nothing is wrong. */
  "ok": boolean;
  /** What is wrong. */
  "problems": (Problem)[];
}

export interface DecideResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** The decision's full name. */
  "decision": string;
  /** What it came to. */
  "value": unknown;
  /** Which rules fired, and what they saw. */
  "why": (Reason)[];
}

export interface RecordsResultRecordsItem {
  /** The record's id. */
  "id": string;
  /** What people call it. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** Its fields, as the schema of its kind describes them, texts in the language. */
  "fields": unknown;
}

export interface RecordsResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The kind of record. */
  "kind": string;
  /** The language that was asked for. */
  "locale": string;
  /** How many records there are that were asked for, whatever the limit. */
  "count": number;
  /** The records. */
  "records": (RecordsResultRecordsItem)[];
}

export interface MediaResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The file, relative to the pack's folder. */
  "path": string;
  /** The media type of the file. */
  "media_type": string;
  /** How many bytes the file has. */
  "size": number;
  /** The bytes in base 64, with padding (RFC 4648, 4). */
  "base64": string;
}

export interface ExplainResultWindow {
  /** Its first day. */
  "from": string;
  /** Its last day. */
  "to": string;
  /** How many days it has. */
  "days": number;
  /** How many each half has. */
  "half": number;
  /** The days with at least one value. */
  "logged": number;
}

export interface ExplainResultSeriesItemEarlier {
  /** The days with a value. */
  "days": number;
  /** Their weighted mean. */
  "mean"?: number;
}

export interface ExplainResultSeriesItemLater {
  /** The days with a value. */
  "days": number;
  /** Their weighted mean. */
  "mean"?: number;
}

export interface ExplainResultSeriesItemTest {
  /** The test. */
  "name": "permutation";
  /** Of all comparisons together; two-sided. */
  "p": number;
  /** That p, adjusted for all series of the person. */
  "adjusted": number;
  /** Up to which adjusted p it is believed. */
  "at_most": number;
  /** How many series of the person can show a direction. */
  "family": number;
  /** The comparison that the direction is about. */
  "compared": Comparison;
  /** All of them, as the rules declare them. */
  "comparisons": (Comparison)[];
}

export interface ExplainResultSeriesItemMissing {
  /** Of the earlier half. */
  "earlier": number;
  /** Of the later half. */
  "later": number;
}

export interface ExplainResultSeriesItemScale {
  /** The lower end. */
  "low"?: number;
  /** The upper end. */
  "high"?: number;
}

export interface ExplainResultSeriesItemZone {
  /** The lower end. */
  "low"?: number;
  /** The upper end. */
  "high"?: number;
  /** Where the later half lies. */
  "at"?: "below" | "inside" | "above";
}

export interface ExplainResultSeriesItemDaysItem {
  /** The day. */
  "date": string;
  /** Whether there is a record of it. */
  "logged": boolean;
  /** Whether it has a value. */
  "counts": boolean;
  /** What it counts as. */
  "value"?: number;
  /** How much it counts in the mean of its half. */
  "weight"?: number;
  /** The rule that chose it. */
  "rule"?: Origin;
  /** OpenFeature's word for it: a row fired, or what is used otherwise. */
  "reason"?: "TARGETING_MATCH" | "DEFAULT";
}

export interface ExplainResultSeriesItem {
  /** The series' word. */
  "series": string;
  /** Its name. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** The unit of its values. */
  "unit"?: string;
  /** What people call the unit. */
  "unit_label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "unit_label_locale"?: string;
  /** Which way is the good one. */
  "better": "more" | "fewer";
  /** Where it goes. */
  "direction": string;
  /** What people call that. */
  "direction_label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "direction_label_locale"?: string;
  /** Whether this person should watch it. */
  "watch_for": boolean;
  /** Its place in the person's order, from 1. */
  "priority": number;
  /** The days with a value. */
  "n": number;
  /** The earlier half of the window. */
  "earlier": ExplainResultSeriesItemEarlier;
  /** The later half, today included. */
  "later": ExplainResultSeriesItemLater;
  /** The mean of the last days minus that of those before. */
  "change"?: number;
  /** The difference that matters. */
  "effect"?: number;
  /** How sure it is. */
  "test"?: ExplainResultSeriesItemTest;
  /** The days with a value that each half needs. */
  "least"?: number;
  /** How many days are missing. */
  "missing"?: ExplainResultSeriesItemMissing;
  /** A value a day, the oldest first; null where nothing is known. */
  "values": (number | null)[];
  /** The scale for charts. */
  "scale"?: ExplainResultSeriesItemScale;
  /** Where it is well. */
  "zone"?: ExplainResultSeriesItemZone;
  /** How many of the last values were each worse than that of the day before. */
  "worsening_days"?: number;
  /** The words beside it. */
  "note"?: Said;
  /** Every day of the window. */
  "days": (ExplainResultSeriesItemDaysItem)[];
  /** Every decision that was looked at. */
  "decisions": (Trace)[];
}

export interface ExplainResultItemsItemInterval {
  /** The lower end. */
  "low": number;
  /** The upper end. */
  "high": number;
  /** How sure, as a share. */
  "level": number;
}

export interface ExplainResultItemsItemShareInterval {
  /** The lower end. */
  "low": number;
  /** The upper end. */
  "high": number;
  /** How sure, as a share. */
  "level": number;
}

export interface ExplainResultItemsItemSignsWith {
  /** The days with a value. */
  "days": number;
  /** Their weighted mean. */
  "mean"?: number;
}

export interface ExplainResultItemsItemSignsWithout {
  /** The days with a value. */
  "days": number;
  /** Their weighted mean. */
  "mean"?: number;
}

export interface ExplainResultItemsItemSigns {
  /** On days with it. */
  "with": ExplainResultItemsItemSignsWith;
  /** On the others that say. */
  "without": ExplainResultItemsItemSignsWithout;
}

export interface ExplainResultItemsItem {
  /** The item's id. */
  "item": string;
  /** The kind of record it is; left out where the pack does not know it. */
  "kind"?: string;
  /** What people call it. */
  "label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "label_locale"?: string;
  /** What it comes to. */
  "verdict": string;
  /** The same for people. */
  "verdict_label"?: string;
  /** Its language, where that is not the one that was asked for. */
  "verdict_label_locale"?: string;
  /** From -1 to 1. */
  "value"?: number;
  /** Between which the true value lies, given how few days there are. */
  "interval"?: ExplainResultItemsItemInterval;
  /** The days with it. */
  "days": number;
  /** Those of them with feedback that counts. */
  "told": number;
  /** The good ones among those. */
  "share"?: number;
  /** Wilson's interval of the share. */
  "share_interval"?: ExplainResultItemsItemShareInterval;
  /** Signs a day: what it is compared with. */
  "signs": ExplainResultItemsItemSigns;
  /** The words beside it. */
  "note"?: Said;
  /** Every decision that was looked at. */
  "decisions": (Trace)[];
}

export interface ExplainResultStreakRest {
  /** The days that may be missed in each stretch without ending a streak. */
  "free": number;
  /** How many days such a stretch has. */
  "of": number;
  /** Those that are left, were nothing done today. */
  "left": number;
}

export interface ExplainResultStreak {
  /** The kept days of the streak that goes on. */
  "current": number;
  /** Its first day. */
  "since"?: string;
  /** The kept days of the longest one. */
  "longest": number;
  /** All kept days. */
  "total": number;
  /** Whether the day asked for is kept. */
  "today": "kept" | "open";
  /** Rest days. */
  "rest": ExplainResultStreakRest;
}

export interface ExplainResultStreaksItemEnded {
  /** The day that ended it. */
  "date": string;
  /** The days shortly before that had used up the rest. */
  "rests": (string)[];
}

export interface ExplainResultStreaksItem {
  /** Its first day. */
  "from": string;
  /** Its last kept day. */
  "to": string;
  /** Its kept days. */
  "kept": number;
  /** Days without anything that ended nothing. */
  "rests": (string)[];
  /** What ended it; left out of the one that goes on. */
  "ended"?: ExplainResultStreaksItemEnded;
}

export interface ExplainResultDaysItem {
  /** The day. */
  "date": string;
  /** What became of it. */
  "state": "kept" | "rest" | "missed" | "open";
  /** The rule that chose it. */
  "rule"?: Origin;
  /** OpenFeature's word for it: a row fired, or what is used otherwise. */
  "reason"?: "TARGETING_MATCH" | "DEFAULT";
}

export interface ExplainResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** The method that was explained. */
  "method": string;
  /** Every candidate of a ranking: those offered first, those left out last. */
  "candidates"?: (Explained)[];
  /** What is decided without rules, one thing after another. */
  "steps"?: (Step)[];
  /** The days that are looked at. */
  "window"?: ExplainResultWindow;
  /** Every series, in the person's order. */
  "series"?: (ExplainResultSeriesItem)[];
  /** Everything that was done: the strongest effects first. */
  "items"?: (ExplainResultItemsItem)[];
  /** The local day. */
  "date"?: string;
  /** The numbers. */
  "streak"?: ExplainResultStreak;
  /** Every streak there was, the oldest first. */
  "streaks"?: (ExplainResultStreaksItem)[];
  /** Every day of which there is a record, up to the day asked for. */
  "days"?: (ExplainResultDaysItem)[];
  /** Every decision that was looked at. */
  "decisions"?: (Trace)[];
}

export interface LoyaltyQuoteParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type": "earn" | "reserve" | "commit" | "cancel" | "refund" | "adjust" | "use" | "send" | "receive" | "member";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyQuoteResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyQuoteResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyQuoteResultLapsedItemRule;
}

export interface LoyaltyQuoteResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyQuoteResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltyQuoteResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "quote";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyQuoteResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyQuoteResultChangedItem)[];
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltyQuoteResultBudgetsValue>;
}

export interface LoyaltyEarnParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type"?: "earn";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyEarnResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyEarnResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyEarnResultLapsedItemRule;
}

export interface LoyaltyEarnResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyEarnResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltyEarnResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "earn";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyEarnResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyEarnResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltyEarnResultBudgetsValue>;
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyReserveParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type"?: "reserve";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyReserveResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyReserveResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyReserveResultLapsedItemRule;
}

export interface LoyaltyReserveResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyReserveResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltyReserveResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "reserve";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyReserveResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyReserveResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltyReserveResultBudgetsValue>;
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyCommitParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type"?: "commit";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyCommitResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyCommitResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyCommitResultLapsedItemRule;
}

export interface LoyaltyCommitResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyCommitResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltyCommitResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "commit";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyCommitResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyCommitResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltyCommitResultBudgetsValue>;
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyCancelParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type"?: "cancel";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyCancelResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyCancelResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyCancelResultLapsedItemRule;
}

export interface LoyaltyCancelResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyCancelResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltyCancelResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "cancel";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyCancelResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyCancelResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltyCancelResultBudgetsValue>;
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyRefundParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type"?: "refund";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyRefundResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyRefundResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyRefundResultLapsedItemRule;
}

export interface LoyaltyRefundResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyRefundResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltyRefundResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "refund";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyRefundResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyRefundResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltyRefundResultBudgetsValue>;
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyAdjustParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type"?: "adjust";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor": string;
  /** Why. */
  "reason": string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyAdjustResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyAdjustResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyAdjustResultLapsedItemRule;
}

export interface LoyaltyAdjustResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyAdjustResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltyAdjustResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "adjust";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyAdjustResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyAdjustResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltyAdjustResultBudgetsValue>;
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyUseParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type"?: "use";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit. */
  "benefit": string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyUseResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyUseResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyUseResultLapsedItemRule;
}

export interface LoyaltyUseResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyUseResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltyUseResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "use";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyUseResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyUseResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltyUseResultBudgetsValue>;
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltySendParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type"?: "send";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much. */
  "change": number;
  /** Of which unit. */
  "unit"?: string;
  /** The account to send to. */
  "to": string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltySendResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltySendResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltySendResultLapsedItemRule;
}

export interface LoyaltySendResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltySendResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltySendResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "send";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltySendResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltySendResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltySendResultBudgetsValue>;
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyReceiveParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type"?: "receive";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much. */
  "change": number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it comes from. */
  "from": string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyReceiveResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyReceiveResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyReceiveResultLapsedItemRule;
}

export interface LoyaltyReceiveResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyReceiveResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltyReceiveResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "receive";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyReceiveResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyReceiveResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltyReceiveResultBudgetsValue>;
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyMemberParamsEvent {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type"?: "member";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Whose rights are set. */
  "member": string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyMemberResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyMemberResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyMemberResultLapsedItemRule;
}

export interface LoyaltyMemberResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyMemberResultBudgetsValue {
  /** In all. */
  "granted": number;
  /** By day of the program's calendar. */
  "days"?: Record<string, number>;
}

export interface LoyaltyMemberResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "member";
  /** What became of the event. */
  "outcome": "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** The field of the event that it was refused for, as far as the rules say it. */
  "refused_at"?: string;
  /** Whether it was there already, so that nothing changed. */
  "duplicate": boolean;
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyMemberResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyMemberResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** What the event brings other accounts, to apply there. */
  "counterparts"?: (Counterpart)[];
  /** What was granted of budgets so far, for the next request. */
  "budgets"?: Record<string, LoyaltyMemberResultBudgetsValue>;
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyExpireResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyExpireResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyExpireResultLapsedItemRule;
}

export interface LoyaltyExpireResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyExpireResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "expire";
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyExpireResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyExpireResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyStatusResultLapsedItemRule {
  /** The decision's full name. */
  "decision": string;
  /** The row that fired. */
  "row"?: string;
}

export interface LoyaltyStatusResultLapsedItem {
  /** The event that made it. */
  "event": string;
  /** Of what. */
  "unit": string;
  /** How much. */
  "amount": number;
  /** When. */
  "time": string;
  /** The rule that it cost this much by. */
  "rule"?: LoyaltyStatusResultLapsedItemRule;
}

export interface LoyaltyStatusResultChangedItem {
  /** Its id. */
  "event": string;
  /** What had become of it. */
  "before": "applied" | "refused" | "waits" | "later";
  /** What has become of it now. */
  "after": "applied" | "refused" | "waits" | "later";
  /** Why it is refused now. */
  "refused"?: string;
}

export interface LoyaltyStatusResultUnknownItem {
  /** What it names. */
  "kind": "level" | "cause" | "unit" | "benefit";
  /** The name. */
  "id": string;
  /** Where it is in the account, the first place. */
  "path": string;
}

export interface LoyaltyStatusResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "status";
  /** Lines that are new. */
  "entries": (Entry)[];
  /** Holds that were given back because their time was over. */
  "lapsed"?: (LoyaltyStatusResultLapsedItem)[];
  /** Lines that are no more, because an event came late. */
  "withdrawn": (Entry)[];
  /** Other events of which something else became, because an event came late. */
  "changed": (LoyaltyStatusResultChangedItem)[];
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** What events issued, and what became of it. */
  "benefits"?: (Benefit)[];
  /** Who may act on the account, by id. */
  "members"?: (AccountMember)[];
  /** Names in the account that the pack or the rules no longer have. */
  "unknown"?: (LoyaltyStatusResultUnknownItem)[];
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
}

export interface LoyaltyReplayParamsEventsItem {
  /** The caller's id: its name for ever. */
  "id": string;
  /** What it does. */
  "type": "earn" | "reserve" | "commit" | "cancel" | "refund" | "adjust" | "use" | "send" | "receive" | "member";
  /** When it happened. */
  "time": string;
  /** The account that it belongs to. */
  "account"?: string;
  /** The event that it is about. */
  "of"?: string;
  /** The money that it is about. */
  "amount"?: Money;
  /** How much to add or take. */
  "change"?: number;
  /** Of which unit. */
  "unit"?: string;
  /** The account that it sends to. */
  "to"?: string;
  /** The account that it receives from. */
  "from"?: string;
  /** What it receives for. */
  "cause"?: string;
  /** The benefit that is used or cancelled. */
  "benefit"?: string;
  /** Who acts, or whose rights are set. */
  "member"?: string;
  /** The rights that are set; without them, a member leaves. */
  "rights"?: (string)[];
  /** Who adjusts. */
  "actor"?: string;
  /** Why it is adjusted. */
  "reason"?: string;
  /** What it was granted, of one that is replayed. */
  "grants"?: unknown;
  /** Facts that the rules declare, by name. */
  "facts"?: Record<string, unknown>;
  /** What became of it. */
  "outcome"?: "applied" | "refused" | "waits" | "later";
  /** Why it was refused. */
  "refused"?: string;
  /** When its lots began to count, where that was later. */
  "began"?: string;
  /** False where it counts towards no lifetime. */
  "counts"?: boolean;
}

export interface LoyaltyReplayResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What was done. */
  "operation": "replay";
  /** How many events were there more than once. */
  "duplicates": number;
  /** The instant that the account shows. */
  "as_of": string | null;
  /** What there is, by unit. */
  "balances": Record<string, Balance>;
  /** The level. */
  "level": string | null;
  /** What the rules decide about the account's standing. */
  "standing"?: unknown;
  /** Messages to send. */
  "notifications": (Said)[];
  /** The rows that decided. */
  "why": (Origin)[];
  /** The account, for the next request. */
  "account": Account;
}

export interface LoyaltyVerifyResultUnknownItem {
  /** What it names. */
  "kind": "level" | "cause" | "unit" | "benefit";
  /** The name. */
  "id": string;
  /** Where it is in the account, the first place. */
  "path": string;
}

export interface LoyaltyVerifyResultDifference {
  /** The event of which something differs. */
  "event"?: string;
  /** What differs, as a path in the account. */
  "path": string;
  /** What its events come to. */
  "expected"?: string;
  /** What the account has. */
  "found"?: string;
}

export interface LoyaltyVerifyResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** The caller's name for it. */
  "account": string;
  /** Whether it is what its own events come to. */
  "agrees": boolean;
  /** How many events were folded. */
  "events": number;
  /** Whether other rules than the present ones folded it last. */
  "other_rules": boolean;
  /** Names in the account that the pack or the rules no longer have. */
  "unknown"?: (LoyaltyVerifyResultUnknownItem)[];
  /** The first difference, by time and id of events. */
  "difference"?: LoyaltyVerifyResultDifference;
}

export interface PackValidateResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** Whether there are no errors. */
  "valid": boolean;
  /** How many files were looked at, and what came of them. */
  "summary": string;
  /** The files that were looked at. */
  "files": (string)[];
  /** What was found, by place. */
  "diagnostics": (Diagnostic)[];
}

export interface PackDescribeResultVersionsItem {
  /** The version. */
  "version": string;
  /** The first day on which it is in force. */
  "valid_from"?: string;
  /** Its modules. */
  "modules": (string)[];
}

export interface PackDescribeResultLocales {
  /** The locale that every text has. */
  "default": string;
  /** All locales. */
  "supported": (string)[];
}

export interface PackDescribeResultKindsItemFieldsItem {
  /** The way to it from the record. */
  "path": string;
  /** Its type as rules see it; `text` for words in several languages. */
  "type": string;
  /** Whether it may be missing. */
  "optional": boolean;
  /** The kinds whose ids it holds. */
  "refers_to"?: (string)[];
}

export interface PackDescribeResultKindsItem {
  /** Its name. */
  "name": string;
  /** How many records there are. */
  "records": number;
  /** Its schema's file, relative to the pack's folder. */
  "schema"?: string;
  /** Its fields, those inside others too. */
  "fields": (PackDescribeResultKindsItemFieldsItem)[];
}

export interface PackDescribeResultVocabulariesItem {
  /** Its name. */
  "name": string;
  /** What it means. */
  "doc"?: string;
  /** Its words. */
  "values": (string)[];
  /** Whether they are listed from the least to the greatest. */
  "ordered": boolean;
}

export interface PackDescribeResultModulesItemFactsItem {
  /** Its name. */
  "name": string;
  /** Its type. */
  "type": string;
  /** Whether it may be missing. */
  "optional": boolean;
  /** Whether each candidate of a ranking has its own. */
  "per_candidate": boolean;
  /** Whether its values are masked in logs. */
  "secret": boolean;
  /** What it means. */
  "doc"?: string;
}

export interface PackDescribeResultModulesItemParametersItem {
  /** Its name. */
  "name": string;
  /** Its type. */
  "type": string;
  /** Its value, as rules write it. */
  "value": string;
  /** What it means. */
  "doc"?: string;
}

export interface PackDescribeResultModulesItemDecisionsItem {
  /** Its name. */
  "name": string;
  /** Its type. */
  "type": string;
  /** What it means. */
  "doc"?: string;
}

export interface PackDescribeResultModulesItem {
  /** Its name. */
  "name": string;
  /** What it means. */
  "doc"?: string;
  /** What it is given. */
  "facts": (PackDescribeResultModulesItemFactsItem)[];
  /** What an author may tune. */
  "parameters": (PackDescribeResultModulesItemParametersItem)[];
  /** What can be decided. */
  "decisions": (PackDescribeResultModulesItemDecisionsItem)[];
}

export interface PackDescribeResultPagesItemPartsItem {
  /** Its key in the response. */
  "id": string;
  /** What it does. */
  "does": "choose" | "show" | "tell" | "rank" | "signals";
  /** The decision, fact or module it names, or a number. */
  "what": string;
}

export interface PackDescribeResultPagesItem {
  /** What requests call it. */
  "name": string;
  /** Its parts, in order. */
  "parts": (PackDescribeResultPagesItemPartsItem)[];
}

export interface PackDescribeResultRankingsItem {
  /** What requests call it. */
  "name": string;
  /** The type of its candidates. */
  "candidates": string;
  /** How many it yields where a request does not say. */
  "limit": number;
}

export interface PackDescribeResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** The versions of the rules, oldest first, where accounts are decided by several. */
  "versions"?: (PackDescribeResultVersionsItem)[];
  /** The languages that texts are in. */
  "locales": PackDescribeResultLocales;
  /** The kinds of record. */
  "kinds": (PackDescribeResultKindsItem)[];
  /** The closed lists of words. */
  "vocabularies": (PackDescribeResultVocabulariesItem)[];
  /** The modules of rules, each after those it uses. */
  "modules": (PackDescribeResultModulesItem)[];
  /** The pages that can be asked for. */
  "pages": (PackDescribeResultPagesItem)[];
  /** The rankings that can be asked for. */
  "rankings": (PackDescribeResultRankingsItem)[];
}

export interface PackReloadResult {
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** What became of it. */
  "outcome": "swapped" | "unchanged" | "refused";
  /** What was found in the new version. */
  "diagnostics": (Diagnostic)[];
}

export interface HealthResultLastReload {
  /** What became of it. */
  "outcome": "swapped" | "unchanged" | "refused";
  /** What was found in the new version. */
  "diagnostics": (Diagnostic)[];
}

export interface HealthResult {
  /** `stale` where a newer version was refused and the old one stays. */
  "status": "ok" | "stale";
  /** The program's version, by semantic versioning. */
  "version": string;
  /** The pack that this comes from. */
  "pack": Identity;
  /** The rules that this comes from. */
  "rules": Identity;
  /** Milliseconds since it began. */
  "uptime_ms": number;
  /** How many threads answer. */
  "threads": number;
  /** Requests answered, errors included. */
  "requests": number;
  /** Requests answered with an error. */
  "errors": number;
  /** Requests answered, by method; `unknown` represents all without a known method. */
  "requests_by_method": Record<string, number>;
  /** Requests answered with an error, by the outcome that the log has. */
  "errors_by_outcome": Record<string, number>;
  /** Records of decisions that could not be written; left out without a log of them. */
  "lost_records"?: number;
  /** Versions swapped in. */
  "reloads": number;
  /** Versions that were not right. */
  "refusals": number;
  /** What became of the last attempt. */
  "last_reload"?: HealthResultLastReload;
  /** What requests may cost, by name. */
  "limits": Record<string, number>;
}

export interface ShutdownResult {
  /** True. */
  "ending": boolean;
}

export interface Operations {
  /** Score the answers to a quiz, and explain the score. */
  "score": { params: { "answers": Record<string, string> | (ScoreParamsAnswers2Item)[]; "goals"?: (string)[]; "locale"?: string; "id"?: unknown; "partial"?: boolean; "quiz"?: string; "detail"?: "lean" | "full"; }; result: ScoreResult };
  /** Return the next question of a quiz for the answers so far. */
  "quiz.next": { params: { "answers": Record<string, string> | (QuizNextParamsAnswers2Item)[]; "goals"?: (string)[]; "locale"?: string; "id"?: unknown; "back"?: boolean; "quiz"?: string; }; result: QuizNextResult };
  /** Describe a person, axis by axis, and what to watch for. */
  "constitution": { params: { "id"?: string; "now"?: string; "zone"?: string; "date"?: string; "time"?: string; "locale"?: string; "person"?: Record<string, unknown>; "day"?: Record<string, unknown>; "facts"?: Record<string, unknown>; "records"?: Record<string, (unknown)[]>; "shown"?: Record<string, (string)[]>; "logs"?: (Record<string, unknown>)[]; "answers"?: Record<string, string> | (ConstitutionParamsAnswers2Item)[]; "page"?: string; "days"?: number; }; result: Page | ConstitutionResult2 };
  /** Show what a day is about: what to do, and what to avoid. */
  "insight": { params: { "id"?: string; "now"?: string; "zone"?: string; "date"?: string; "time"?: string; "locale"?: string; "person"?: Record<string, unknown>; "day"?: Record<string, unknown>; "facts"?: Record<string, unknown>; "records"?: Record<string, (unknown)[]>; "shown"?: Record<string, (string)[]>; "logs"?: (Record<string, unknown>)[]; "answers"?: Record<string, string> | (InsightParamsAnswers2Item)[]; "page"?: string; "days"?: number; }; result: Page | InsightResult2 };
  /** Rank what can be offered to a person. */
  "suggest": { params: { "id"?: string; "now"?: string; "zone"?: string; "date"?: string; "time"?: string; "locale"?: string; "person"?: Record<string, unknown>; "day"?: Record<string, unknown>; "facts"?: Record<string, unknown>; "records"?: Record<string, (unknown)[]>; "shown"?: Record<string, (string)[]>; "logs"?: (Record<string, unknown>)[]; "answers"?: Record<string, string> | (SuggestParamsAnswers2Item)[]; "ranking"?: string; "limit"?: number; }; result: SuggestResult };
  /** Put one day on one page. */
  "today": { params: { "id"?: string; "now"?: string; "zone"?: string; "date"?: string; "time"?: string; "locale"?: string; "person"?: Record<string, unknown>; "day"?: Record<string, unknown>; "facts"?: Record<string, unknown>; "records"?: Record<string, (unknown)[]>; "shown"?: Record<string, (string)[]>; "logs"?: (Record<string, unknown>)[]; "answers"?: Record<string, string> | (TodayParamsAnswers2Item)[]; "page"?: string; "days"?: number; }; result: Page | TodayResult2 };
  /** Show the trends of two weeks of logs, and what went well. */
  "trend": { params: { "id"?: string; "now"?: string; "zone"?: string; "date"?: string; "time"?: string; "locale"?: string; "person"?: Record<string, unknown>; "day"?: Record<string, unknown>; "facts"?: Record<string, unknown>; "records"?: Record<string, (unknown)[]>; "shown"?: Record<string, (string)[]>; "logs"?: (Record<string, unknown>)[]; "answers"?: Record<string, string> | (TrendParamsAnswers2Item)[]; }; result: TrendResult };
  /** Count days in a row on which something was done, with their calendar. */
  "streak": { params: { "id"?: string; "now"?: string; "zone"?: string; "date"?: string; "time"?: string; "locale"?: string; "person"?: Record<string, unknown>; "day"?: Record<string, unknown>; "facts"?: Record<string, unknown>; "records"?: Record<string, (unknown)[]>; "shown"?: Record<string, (string)[]>; "logs"?: (Record<string, unknown>)[]; "answers"?: Record<string, string> | (StreakParamsAnswers2Item)[]; }; result: StreakResult };
  /** Begin, follow and leave a program of several days. */
  "program": { params: { "date": string; "locale"?: string; "person"?: Record<string, unknown>; "enrolments"?: (Enrolment)[]; "enrol"?: string; "leave"?: boolean; "mark"?: ProgramParamsMark; }; result: ProgramResult };
  /** Merge two replicas of a person's records. */
  "merge": { params: { "a": Replica; "b": Replica; }; result: MergeResult };
  /** Report the phase or state of something, and move it to another. */
  "timeline": { params: { "timeline"?: string; "now"?: string; "zone"?: string; "date"?: string; "time"?: string; "locale"?: string; "locales"?: Record<string, string>; "state"?: string; "move"?: string; "facts"?: Record<string, unknown>; "records"?: Record<string, (unknown)[]>; }; result: TimelineResult };
  /** Validate a filled-in form, and report each problem at its field. */
  "check": { params: { "kind"?: string; "form": Record<string, unknown>; "locale"?: string; "now"?: string; "zone"?: string; "date"?: string; "time"?: string; "facts"?: Record<string, unknown>; }; result: CheckResult };
  /** Evaluate any decision of any rule module, and explain it. */
  "decide": { params: { "decision": string; "facts": Record<string, unknown>; }; result: DecideResult };
  /** Show the records of a kind, in a language. */
  "records": { params: { "kind": string; "ids"?: (string)[]; "where"?: Record<string, unknown>; "locale"?: string; "limit"?: number; "offset"?: number; }; result: RecordsResult };
  /** Get a picture or another file that records name. */
  "media": { params: { "path": string; }; result: MediaResult };
  /** Show each row that was evaluated for a result, with the values that it saw. */
  "explain": { params: { "method": "score" | "quiz.next" | "constitution" | "insight" | "suggest" | "today" | "trend" | "streak" | "program" | "merge" | "timeline" | "check" | "decide" | "records" | "media" | "loyalty.quote" | "loyalty.earn" | "loyalty.reserve" | "loyalty.commit" | "loyalty.cancel" | "loyalty.refund" | "loyalty.adjust" | "loyalty.use" | "loyalty.send" | "loyalty.receive" | "loyalty.member" | "loyalty.expire" | "loyalty.status" | "loyalty.replay" | "loyalty.verify"; "params": Record<string, unknown>; }; result: ExplainResult };
  /** Show what an event would do to an account. */
  "loyalty.quote": { params: { "account": unknown; "event": LoyaltyQuoteParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltyQuoteResult };
  /** Let an account earn what an event is worth. */
  "loyalty.earn": { params: { "account": unknown; "event": LoyaltyEarnParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltyEarnResult };
  /** Set aside what something costs. */
  "loyalty.reserve": { params: { "account": unknown; "event": LoyaltyReserveParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltyReserveResult };
  /** Spend what was set aside, or let what waits count. */
  "loyalty.commit": { params: { "account": unknown; "event": LoyaltyCommitParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltyCommitResult };
  /** Give back what was set aside, or take back what waits. */
  "loyalty.cancel": { params: { "account": unknown; "event": LoyaltyCancelParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltyCancelResult };
  /** Take back what an event earned, or a part of it. */
  "loyalty.refund": { params: { "account": unknown; "event": LoyaltyRefundParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltyRefundResult };
  /** Add to an account, or take from it. */
  "loyalty.adjust": { params: { "account": unknown; "event": LoyaltyAdjustParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltyAdjustResult };
  /** Use a benefit that an account has. */
  "loyalty.use": { params: { "account": unknown; "event": LoyaltyUseParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltyUseResult };
  /** Send an amount to another account. */
  "loyalty.send": { params: { "account": unknown; "event": LoyaltySendParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltySendResult };
  /** Receive an amount from another account. */
  "loyalty.receive": { params: { "account": unknown; "event": LoyaltyReceiveParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltyReceiveResult };
  /** Set the rights of somebody who acts on an account. */
  "loyalty.member": { params: { "account": unknown; "event": LoyaltyMemberParamsEvent; "now"?: string; "locale"?: string; "budgets"?: unknown; }; result: LoyaltyMemberResult };
  /** Let time pass, and lots expire. */
  "loyalty.expire": { params: { "account": unknown; "now": string; "locale"?: string; }; result: LoyaltyExpireResult };
  /** Show the state of an account, now or at another instant. */
  "loyalty.status": { params: { "account": unknown; "at"?: string; "locale"?: string; }; result: LoyaltyStatusResult };
  /** Fold events into an account, from nothing. */
  "loyalty.replay": { params: { "account"?: unknown; "events": (LoyaltyReplayParamsEventsItem)[]; "now": string; }; result: LoyaltyReplayResult };
  /** Compare an account with what its own events come to. */
  "loyalty.verify": { params: { "account": unknown; }; result: LoyaltyVerifyResult };
  /** Check the pack and its rules as they are on the disk now. */
  "pack.validate": { params: { }; result: PackValidateResult };
  /** Describe the pack and its rules as they are served: kinds, vocabularies, modules, pages, rankings. */
  "pack.describe": { params: { }; result: PackDescribeResult };
  /** Load the pack and its rules again, and serve them where they are valid. */
  "pack.reload": { params: { }; result: PackReloadResult };
  /** Report the state of the service: its version, its counts, its limits. */
  "health": { params: { }; result: HealthResult };
  /** Tell what can be asked, as an OpenRPC document. */
  "rpc.discover": { params: { }; result: Record<string, unknown> };
  /** End the service once everything that was read is answered. */
  "shutdown": { params: { }; result: ShutdownResult };
}
