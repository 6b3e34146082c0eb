"""Generated from OpenRPC by clients/generate.py: do not edit."""
from typing import Any, Literal, NotRequired, Optional, TypedDict, Union, cast

Outcome = TypedDict("Outcome", {
    'id': str,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'nickname': NotRequired[str],
    'nickname_locale': NotRequired[str],
    'share': NotRequired[dict[str, float]],
})

Identity = TypedDict("Identity", {
    'id': str,
    'version': str,
    'hash': str,
    'set': NotRequired[list[str]],
})

Axis = TypedDict("Axis", {
    'value': int,
    'sum': NotRequired[float],
    'min': NotRequired[int],
    'max': NotRequired[int],
})

Edge = TypedDict("Edge", {
    'value': int,
    'becomes': Union[str, None],
})

Flip = TypedDict("Flip", {
    'question': str,
    'option': str,
})

Reason = TypedDict("Reason", {
    'decision': str,
    'rule': NotRequired[str],
    'file': str,
    'line': int,
    'values': dict[str, Any],
})

QuestionOptionsItem = TypedDict("QuestionOptionsItem", {
    'id': str,
    'text': NotRequired[str],
    'text_locale': NotRequired[str],
})

Question = TypedDict("Question", {
    'id': str,
    'text': NotRequired[str],
    'text_locale': NotRequired[str],
    'required': bool,
    'chosen': NotRequired[str],
    'previous': NotRequired[str],
    'options': list["QuestionOptionsItem"],
})

Page = TypedDict("Page", {
    'page': str,
    'pack': "Identity",
    'rules': "Identity",
    'date': str,
    'time': NotRequired[str],
    'locale': str,
    'parts': dict[str, "Part"],
})

Ranking = TypedDict("Ranking", {
    'ranking': str,
    'items': list["Ranked"],
    'considered': int,
    'excluded': dict[str, int],
    'wrong': NotRequired[list["WrongRecord"]],
    'fallback': NotRequired["Said"],
})

Said = TypedDict("Said", {
    'message': str,
    'topic': NotRequired[str],
    'layer': NotRequired[str],
    'title': NotRequired[str],
    'title_locale': NotRequired[str],
    'text': NotRequired[str],
    'text_locale': NotRequired[str],
    'why': NotRequired[str],
    'why_locale': NotRequired[str],
    'advice': NotRequired[str],
    'advice_locale': NotRequired[str],
    'rule': NotRequired["Origin"],
    'reason': NotRequired[Literal["TARGETING_MATCH", "DEFAULT"]],
})

TrendEarlier = TypedDict("TrendEarlier", {
    'days': int,
    'mean': NotRequired[float],
})

TrendLater = TypedDict("TrendLater", {
    'days': int,
    'mean': NotRequired[float],
})

TrendTest = TypedDict("TrendTest", {
    'name': Literal["permutation"],
    'p': float,
    'adjusted': float,
    'at_most': float,
    'family': int,
    'compared': "Comparison",
    'comparisons': list["Comparison"],
})

TrendMissing = TypedDict("TrendMissing", {
    'earlier': int,
    'later': int,
})

TrendScale = TypedDict("TrendScale", {
    'low': NotRequired[float],
    'high': NotRequired[float],
})

TrendZone = TypedDict("TrendZone", {
    'low': NotRequired[float],
    'high': NotRequired[float],
    'at': NotRequired[Literal["below", "inside", "above"]],
})

Trend = TypedDict("Trend", {
    'series': str,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'unit': NotRequired[str],
    'unit_label': NotRequired[str],
    'unit_label_locale': NotRequired[str],
    'better': Literal["more", "fewer"],
    'direction': str,
    'direction_label': NotRequired[str],
    'direction_label_locale': NotRequired[str],
    'watch_for': bool,
    'priority': int,
    'n': int,
    'earlier': "TrendEarlier",
    'later': "TrendLater",
    'change': NotRequired[float],
    'effect': NotRequired[float],
    'test': NotRequired["TrendTest"],
    'least': NotRequired[int],
    'missing': NotRequired["TrendMissing"],
    'values': list[Union[float, None]],
    'scale': NotRequired["TrendScale"],
    'zone': NotRequired["TrendZone"],
    'worsening_days': NotRequired[int],
    'note': NotRequired["Said"],
})

EffectInterval = TypedDict("EffectInterval", {
    'low': float,
    'high': float,
    'level': float,
})

EffectShareInterval = TypedDict("EffectShareInterval", {
    'low': float,
    'high': float,
    'level': float,
})

EffectSignsWith = TypedDict("EffectSignsWith", {
    'days': int,
    'mean': NotRequired[float],
})

EffectSignsWithout = TypedDict("EffectSignsWithout", {
    'days': int,
    'mean': NotRequired[float],
})

EffectSigns = TypedDict("EffectSigns", {
    'with': "EffectSignsWith",
    'without': "EffectSignsWithout",
})

Effect = TypedDict("Effect", {
    'item': str,
    'kind': NotRequired[str],
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'verdict': str,
    'verdict_label': NotRequired[str],
    'verdict_label_locale': NotRequired[str],
    'value': NotRequired[float],
    'interval': NotRequired["EffectInterval"],
    'days': int,
    'told': int,
    'share': NotRequired[float],
    'share_interval': NotRequired["EffectShareInterval"],
    'signs': "EffectSigns",
    'note': NotRequired["Said"],
})

Part2 = TypedDict("Part2", {
    'value': Any,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'rule': NotRequired["Origin"],
    'reason': NotRequired[Literal["TARGETING_MATCH", "DEFAULT"]],
})

Part = Union[list["Said"], "Part2", "Ranking", list["Signal"], None, dict[str, Any]]

DiagnosticRelatedItem = TypedDict("DiagnosticRelatedItem", {
    'message': str,
    'file': NotRequired[str],
    'line': NotRequired[int],
    'column': NotRequired[int],
    'endLine': NotRequired[int],
    'endColumn': NotRequired[int],
    'start': NotRequired[int],
    'end': NotRequired[int],
})

Diagnostic = TypedDict("Diagnostic", {
    'code': str,
    'severity': Literal["error", "warning", "info"],
    'message': str,
    'file': NotRequired[str],
    'line': NotRequired[int],
    'column': NotRequired[int],
    'endLine': NotRequired[int],
    'endColumn': NotRequired[int],
    'start': NotRequired[int],
    'end': NotRequired[int],
    'path': NotRequired[str],
    'related': NotRequired[list["DiagnosticRelatedItem"]],
    'fix': NotRequired[str],
})

Enrolment = TypedDict("Enrolment", {
    'program': str,
    'started': str,
    'active': NotRequired[bool],
    'completed': NotRequired[str],
    'done': NotRequired[dict[str, list[str]]],
})

StandingLeftOut = TypedDict("StandingLeftOut", {
    'why': str,
    'rule': NotRequired["Origin"],
    'reason': NotRequired[Literal["TARGETING_MATCH", "DEFAULT"]],
})

StandingDaysItemSwapsItem = TypedDict("StandingDaysItemSwapsItem", {
    'item': str,
    'kind': NotRequired[str],
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'card': NotRequired[dict[str, Any]],
    'instead_of': str,
    'why': str,
    'rule': NotRequired["Origin"],
    'reason': NotRequired[Literal["TARGETING_MATCH", "DEFAULT"]],
})

StandingDaysItem = TypedDict("StandingDaysItem", {
    'day': int,
    'unlocked': bool,
    'done': bool,
    'items': dict[str, bool],
    'swaps': NotRequired[list["StandingDaysItemSwapsItem"]],
})

Standing = TypedDict("Standing", {
    'program': str,
    'day': Union[int, None],
    'of': int,
    'days_done': int,
    'left_out': NotRequired["StandingLeftOut"],
    'days': list["StandingDaysItem"],
})

Replica = TypedDict("Replica", {
    'replica': NotRequired[str],
    'pack': NotRequired["Identity"],
    'tables': NotRequired[dict[str, list[dict[str, Any]]]],
})

State = TypedDict("State", {
    'id': str,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'status': NotRequired["Said"],
})

Phase = TypedDict("Phase", {
    'id': str,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'begins': str,
    'standing': Literal["done", "now", "ahead"],
    'notices': NotRequired[list["Notice"]],
})

Notice = TypedDict("Notice", {
    'to': NotRequired[str],
    'message': str,
    'title': NotRequired[str],
    'title_locale': NotRequired[str],
    'text': NotRequired[str],
    'text_locale': NotRequired[str],
    'why': NotRequired[str],
    'why_locale': NotRequired[str],
    'advice': NotRequired[str],
    'advice_locale': NotRequired[str],
    'rule': NotRequired["Origin"],
    'reason': NotRequired[Literal["TARGETING_MATCH", "DEFAULT"]],
})

Oddity = TypedDict("Oddity", {
    'code': str,
    'message': str,
    'help': NotRequired[str],
})

Move = TypedDict("Move", {
    'to': str,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'notices': list["Notice"],
})

Problem = TypedDict("Problem", {
    'at': str,
    'code': str,
    'message': NotRequired[str],
    'title': NotRequired[str],
    'title_locale': NotRequired[str],
    'text': NotRequired[str],
    'text_locale': NotRequired[str],
    'why': NotRequired[str],
    'why_locale': NotRequired[str],
    'advice': NotRequired[str],
    'advice_locale': NotRequired[str],
    'help': NotRequired[str],
    'expected': NotRequired[Any],
    'rule': NotRequired["Origin"],
    'reason': NotRequired[Literal["TARGETING_MATCH", "DEFAULT"]],
})

Explained = TypedDict("Explained", {
    'id': str,
    'kind': NotRequired[str],
    'standing': Literal["offered", "behind", "too_alike", "excluded"],
    'place': NotRequired[int],
    'alike': NotRequired[str],
    'why': NotRequired[str],
    'rule': NotRequired["Origin"],
    'reason': NotRequired[Literal["TARGETING_MATCH", "DEFAULT"]],
    'score': NotRequired[int],
    'criteria': list["Criterion"],
})

Step = TypedDict("Step", {
    'subject': str,
    'outcome': str,
    'reason': str,
    'file': NotRequired[str],
    'line': NotRequired[int],
})

ComparisonRecent = TypedDict("ComparisonRecent", {
    'days': int,
    'mean': NotRequired[float],
})

ComparisonBefore = TypedDict("ComparisonBefore", {
    'days': int,
    'mean': NotRequired[float],
})

Comparison = TypedDict("Comparison", {
    'days': int,
    'recent': "ComparisonRecent",
    'before': "ComparisonBefore",
    'change': float,
    'p': float,
    'autocorrelation': float,
    'inflation': float,
})

Origin = TypedDict("Origin", {
    'decision': str,
    'row': NotRequired[str],
    'file': str,
    'line': int,
})

TraceOtherwise = TypedDict("TraceOtherwise", {
    'file': str,
    'line': int,
})

Trace = TypedDict("Trace", {
    'decision': str,
    'version': NotRequired[str],
    'file': str,
    'line': int,
    'hit': NotRequired[Literal["unique", "first", "highest", "collect", "sum", "min", "max", "count"]],
    'value': NotRequired[Any],
    'otherwise': NotRequired["TraceOtherwise"],
    'rows': NotRequired[list["Row"]],
})

Money = TypedDict("Money", {
    'currency': str,
    'minor': int,
})

EntryRule = TypedDict("EntryRule", {
    'decision': str,
    'row': NotRequired[str],
})

Entry = TypedDict("Entry", {
    'id': str,
    'time': str,
    'kind': Literal["earn", "redeem", "refund", "expire", "adjust", "send", "receive"],
    'unit': str,
    'amount': int,
    'event': str,
    'cause': NotRequired[str],
    'line': NotRequired[str],
    'rule': NotRequired["EntryRule"],
})

CounterpartEvent = TypedDict("CounterpartEvent", {
    'id': str,
    'type': Literal["receive"],
    'time': str,
    'from': str,
    'change': int,
    'unit': NotRequired[str],
    'cause': NotRequired[str],
})

Counterpart = TypedDict("Counterpart", {
    'account': str,
    'event': "CounterpartEvent",
})

Balance = TypedDict("Balance", {
    'balance': int,
    'active': int,
    'pending': int,
    'held': int,
    'lifetime': int,
    'earned': int,
    'spent': int,
    'expired': int,
    'taken_back': int,
    'adjusted': int,
    'sent': NotRequired[int],
    'received': NotRequired[int],
})

AccountRules = TypedDict("AccountRules", {
    'id': str,
    'version': str,
    'hash': str,
})

AccountLevelBeforeItem = TypedDict("AccountLevelBeforeItem", {
    'id': str,
    'since': str,
})

AccountLevel = TypedDict("AccountLevel", {
    'id': str,
    'since': str,
    'lost': NotRequired[str],
    'qualified': NotRequired[str],
    'before': NotRequired[list["AccountLevelBeforeItem"]],
})

AccountLotsItemRule = TypedDict("AccountLotsItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

AccountLotsItem = TypedDict("AccountLotsItem", {
    'id': str,
    'event': str,
    'unit': str,
    'left': int,
    'since': str,
    'expires': NotRequired[str],
    'rule': NotRequired["AccountLotsItemRule"],
    'begins': NotRequired[str],
    'waits': NotRequired["Period"],
    'lasts': NotRequired["Period"],
})

AccountHoldsItemRule = TypedDict("AccountHoldsItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

AccountHoldsItemPartsItemRule = TypedDict("AccountHoldsItemPartsItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

AccountHoldsItemPartsItem = TypedDict("AccountHoldsItemPartsItem", {
    'id': str,
    'event': str,
    'unit': str,
    'left': int,
    'since': str,
    'expires': NotRequired[str],
    'rule': NotRequired["AccountHoldsItemPartsItemRule"],
})

AccountHoldsItem = TypedDict("AccountHoldsItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'lapses': NotRequired[str],
    'rule': NotRequired["AccountHoldsItemRule"],
    'parts': list["AccountHoldsItemPartsItem"],
})

AccountEventsItem = TypedDict("AccountEventsItem", {
    'id': str,
    'type': Literal["earn", "reserve", "commit", "cancel", "refund", "adjust", "use", "send", "receive", "member"],
    'time': str,
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[dict[str, int]],
    'facts': NotRequired[dict[str, Any]],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

Account = TypedDict("Account", {
    'account': str,
    'rules': "AccountRules",
    'as_of': NotRequired[str],
    'changed': NotRequired[str],
    'level': NotRequired["AccountLevel"],
    'earns': int,
    'balances': dict[str, "Balance"],
    'lots': list["AccountLotsItem"],
    'holds': list["AccountHoldsItem"],
    'benefits': NotRequired[list["Benefit"]],
    'members': NotRequired[list["AccountMember"]],
    'entries': list["Entry"],
    'events': list["AccountEventsItem"],
})

BenefitRule = TypedDict("BenefitRule", {
    'decision': str,
    'row': NotRequired[str],
})

Benefit = TypedDict("Benefit", {
    'id': str,
    'benefit': str,
    'stage': Literal["issued", "used", "expired", "cancelled"],
    'since': str,
    'expires': NotRequired[str],
    'uses': NotRequired[int],
    'used': NotRequired[int],
    'ended': NotRequired[str],
    'rule': NotRequired["BenefitRule"],
})

AccountMember = TypedDict("AccountMember", {
    'id': str,
    'since': str,
    'rights': list[str],
})

Ranked = TypedDict("Ranked", {
    'id': str,
    'kind': NotRequired[str],
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'card': NotRequired[dict[str, Any]],
    'score': int,
    'note': NotRequired["Said"],
    'days_since_shown': NotRequired[int],
    'criteria': list["Criterion"],
})

WrongRecord = TypedDict("WrongRecord", {
    'position': int,
    'id': NotRequired[str],
    'problem': "Diagnostic",
})

Signal = TypedDict("Signal", {
    'question': str,
    'option': str,
    'text': NotRequired[str],
    'text_locale': NotRequired[str],
    'axis': str,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'amount': float,
    'weight': float,
})

Criterion = TypedDict("Criterion", {
    'decision': str,
    'points': int,
    'rows': NotRequired[list[str]],
    'parts': NotRequired[list["Criterion"]],
})

Row = TypedDict("Row", {
    'row': str,
    'file': str,
    'line': int,
    'note': NotRequired[str],
    'outcome': Literal["not_looked_at", "failed", "held", "fired"],
    'conditions': list["Condition"],
})

Period = TypedDict("Period", {
    'months': NotRequired[int],
    'days': NotRequired[int],
    'seconds': NotRequired[int],
    'through': NotRequired[Literal["day", "month", "year"]],
})

Condition = TypedDict("Condition", {
    'input': NotRequired[str],
    'text': str,
    'file': str,
    'line': int,
    'holds': NotRequired[bool],
    'values': dict[str, Any],
    'parts': NotRequired[list["Part"]],
})

ScoreParamsAnswers2Item = TypedDict("ScoreParamsAnswers2Item", {
    'question': str,
    'option': str,
})

ScoreResultMarginsValueValue = TypedDict("ScoreResultMarginsValueValue", {
    'down': Union["Edge", None],
    'up': Union["Edge", None],
})

ScoreResultCertainty = TypedDict("ScoreResultCertainty", {
    'ways': int,
})

ScoreResult = TypedDict("ScoreResult", {
    'id': NotRequired[Any],
    'pack': NotRequired["Identity"],
    'rules': NotRequired["Identity"],
    'axes': dict[str, "Axis"],
    'flags': list[str],
    'missing': NotRequired[list[str]],
    'margins': NotRequired[dict[str, dict[str, "ScoreResultMarginsValueValue"]]],
    'flips': NotRequired[list["Flip"]],
    'certainty': NotRequired["ScoreResultCertainty"],
    'why': NotRequired[list["Reason"]],
})

QuizNextParamsAnswers2Item = TypedDict("QuizNextParamsAnswers2Item", {
    'question': str,
    'option': str,
})

QuizNextResult = TypedDict("QuizNextResult", {
    'pack': "Identity",
    'rules': "Identity",
    'answered': int,
    'of': int,
    'done': bool,
    'question': Union["Question", None],
})

ConstitutionParamsAnswers2Item = TypedDict("ConstitutionParamsAnswers2Item", {
    'question': str,
    'option': str,
})

ConstitutionResult2 = TypedDict("ConstitutionResult2", {
    'days': list["Page"],
})

InsightParamsAnswers2Item = TypedDict("InsightParamsAnswers2Item", {
    'question': str,
    'option': str,
})

InsightResult2 = TypedDict("InsightResult2", {
    'days': list["Page"],
})

SuggestParamsAnswers2Item = TypedDict("SuggestParamsAnswers2Item", {
    'question': str,
    'option': str,
})

SuggestResult = TypedDict("SuggestResult", {
    'pack': "Identity",
    'rules': "Identity",
    'date': str,
    'locale': str,
    'suggestions': "Ranking",
})

TodayParamsAnswers2Item = TypedDict("TodayParamsAnswers2Item", {
    'question': str,
    'option': str,
})

TodayResult2 = TypedDict("TodayResult2", {
    'days': list["Page"],
})

TrendParamsAnswers2Item = TypedDict("TrendParamsAnswers2Item", {
    'question': str,
    'option': str,
})

TrendResultWindow = TypedDict("TrendResultWindow", {
    'from': str,
    'to': str,
    'days': int,
    'half': int,
    'logged': int,
})

TrendResultPulse = TypedDict("TrendResultPulse", {
    'series': NotRequired[str],
    'direction': NotRequired[str],
    'urgent': bool,
    'said': "Said",
})

TrendResultHeatMapRowsItem = TypedDict("TrendResultHeatMapRowsItem", {
    'sign': str,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'days': int,
    'values': list[Union[bool, None]],
})

TrendResultHeatMap = TypedDict("TrendResultHeatMap", {
    'field': str,
    'days': int,
    'known': list[bool],
    'rows': list["TrendResultHeatMapRowsItem"],
})

TrendResultActivityKindsItem = TypedDict("TrendResultActivityKindsItem", {
    'kind': str,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'total': float,
    'values': list[float],
})

TrendResultActivity = TypedDict("TrendResultActivity", {
    'unit': Literal["minutes"],
    'kinds': list["TrendResultActivityKindsItem"],
    'total': float,
    'values': list[float],
})

TrendResultEffectiveness = TypedDict("TrendResultEffectiveness", {
    'items': list["Effect"],
    'insufficient': list["Effect"],
})

TrendResultFacts = TypedDict("TrendResultFacts", {
    'effectiveness': dict[str, float],
})

TrendResult = TypedDict("TrendResult", {
    'pack': "Identity",
    'rules': "Identity",
    'date': str,
    'time': NotRequired[str],
    'locale': str,
    'window': "TrendResultWindow",
    'pulse': NotRequired["TrendResultPulse"],
    'trends': list["Trend"],
    'insufficient': list["Trend"],
    'heat_map': NotRequired["TrendResultHeatMap"],
    'activity': "TrendResultActivity",
    'effectiveness': "TrendResultEffectiveness",
    'parts': dict[str, "Part"],
    'facts': "TrendResultFacts",
    'findings': list["Diagnostic"],
})

StreakParamsAnswers2Item = TypedDict("StreakParamsAnswers2Item", {
    'question': str,
    'option': str,
})

StreakResultStreakRest = TypedDict("StreakResultStreakRest", {
    'free': int,
    'of': int,
    'left': int,
})

StreakResultStreak = TypedDict("StreakResultStreak", {
    'current': int,
    'since': NotRequired[str],
    'longest': int,
    'total': int,
    'today': Literal["kept", "open"],
    'rest': "StreakResultStreakRest",
})

StreakResultMonthsItemDaysItem = TypedDict("StreakResultMonthsItemDaysItem", {
    'date': str,
    'state': Literal["kept", "rest", "missed", "open", "ahead"],
})

StreakResultMonthsItem = TypedDict("StreakResultMonthsItem", {
    'month': str,
    'kept': int,
    'days': list["StreakResultMonthsItemDaysItem"],
})

StreakResult = TypedDict("StreakResult", {
    'pack': "Identity",
    'rules': "Identity",
    'date': str,
    'locale': str,
    'streak': "StreakResultStreak",
    'said': NotRequired["Said"],
    'months': list["StreakResultMonthsItem"],
    'findings': list["Diagnostic"],
})

ProgramParamsMark = TypedDict("ProgramParamsMark", {
    'day': int,
    'item': str,
    'done': NotRequired[bool],
})

ProgramResult = TypedDict("ProgramResult", {
    'pack': "Identity",
    'date': str,
    'active': Union["Standing", None],
    'enrolments': list["Enrolment"],
})

MergeResult = TypedDict("MergeResult", {
    'pack': "Identity",
    'tables': dict[str, list[dict[str, Any]]],
})

TimelineResult = TypedDict("TimelineResult", {
    'timeline': str,
    'pack': "Identity",
    'rules': "Identity",
    'locale': str,
    'state': Union["State", None],
    'fraction': NotRequired[float],
    'begins': NotRequired[str],
    'ends': NotRequired[str],
    'changes_at': NotRequired[str],
    'phases': NotRequired[list["Phase"]],
    'moved': NotRequired[bool],
    'from': NotRequired[str],
    'notices': NotRequired[list["Notice"]],
    'refused': NotRequired["Oddity"],
    'allowed': NotRequired[list["Move"]],
    'notes': NotRequired[list["Oddity"]],
})

CheckResult = TypedDict("CheckResult", {
    'pack': "Identity",
    'rules': "Identity",
    'kind': str,
    'locale': str,
    'ok': bool,
    'problems': list["Problem"],
})

DecideResult = TypedDict("DecideResult", {
    'pack': "Identity",
    'rules': "Identity",
    'decision': str,
    'value': Any,
    'why': list["Reason"],
})

RecordsResultRecordsItem = TypedDict("RecordsResultRecordsItem", {
    'id': str,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'fields': Any,
})

RecordsResult = TypedDict("RecordsResult", {
    'pack': "Identity",
    'kind': str,
    'locale': str,
    'count': int,
    'records': list["RecordsResultRecordsItem"],
})

MediaResult = TypedDict("MediaResult", {
    'pack': "Identity",
    'path': str,
    'media_type': str,
    'size': int,
    'base64': str,
})

ExplainResultWindow = TypedDict("ExplainResultWindow", {
    'from': str,
    'to': str,
    'days': int,
    'half': int,
    'logged': int,
})

ExplainResultSeriesItemEarlier = TypedDict("ExplainResultSeriesItemEarlier", {
    'days': int,
    'mean': NotRequired[float],
})

ExplainResultSeriesItemLater = TypedDict("ExplainResultSeriesItemLater", {
    'days': int,
    'mean': NotRequired[float],
})

ExplainResultSeriesItemTest = TypedDict("ExplainResultSeriesItemTest", {
    'name': Literal["permutation"],
    'p': float,
    'adjusted': float,
    'at_most': float,
    'family': int,
    'compared': "Comparison",
    'comparisons': list["Comparison"],
})

ExplainResultSeriesItemMissing = TypedDict("ExplainResultSeriesItemMissing", {
    'earlier': int,
    'later': int,
})

ExplainResultSeriesItemScale = TypedDict("ExplainResultSeriesItemScale", {
    'low': NotRequired[float],
    'high': NotRequired[float],
})

ExplainResultSeriesItemZone = TypedDict("ExplainResultSeriesItemZone", {
    'low': NotRequired[float],
    'high': NotRequired[float],
    'at': NotRequired[Literal["below", "inside", "above"]],
})

ExplainResultSeriesItemDaysItem = TypedDict("ExplainResultSeriesItemDaysItem", {
    'date': str,
    'logged': bool,
    'counts': bool,
    'value': NotRequired[float],
    'weight': NotRequired[float],
    'rule': NotRequired["Origin"],
    'reason': NotRequired[Literal["TARGETING_MATCH", "DEFAULT"]],
})

ExplainResultSeriesItem = TypedDict("ExplainResultSeriesItem", {
    'series': str,
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'unit': NotRequired[str],
    'unit_label': NotRequired[str],
    'unit_label_locale': NotRequired[str],
    'better': Literal["more", "fewer"],
    'direction': str,
    'direction_label': NotRequired[str],
    'direction_label_locale': NotRequired[str],
    'watch_for': bool,
    'priority': int,
    'n': int,
    'earlier': "ExplainResultSeriesItemEarlier",
    'later': "ExplainResultSeriesItemLater",
    'change': NotRequired[float],
    'effect': NotRequired[float],
    'test': NotRequired["ExplainResultSeriesItemTest"],
    'least': NotRequired[int],
    'missing': NotRequired["ExplainResultSeriesItemMissing"],
    'values': list[Union[float, None]],
    'scale': NotRequired["ExplainResultSeriesItemScale"],
    'zone': NotRequired["ExplainResultSeriesItemZone"],
    'worsening_days': NotRequired[int],
    'note': NotRequired["Said"],
    'days': list["ExplainResultSeriesItemDaysItem"],
    'decisions': list["Trace"],
})

ExplainResultItemsItemInterval = TypedDict("ExplainResultItemsItemInterval", {
    'low': float,
    'high': float,
    'level': float,
})

ExplainResultItemsItemShareInterval = TypedDict("ExplainResultItemsItemShareInterval", {
    'low': float,
    'high': float,
    'level': float,
})

ExplainResultItemsItemSignsWith = TypedDict("ExplainResultItemsItemSignsWith", {
    'days': int,
    'mean': NotRequired[float],
})

ExplainResultItemsItemSignsWithout = TypedDict("ExplainResultItemsItemSignsWithout", {
    'days': int,
    'mean': NotRequired[float],
})

ExplainResultItemsItemSigns = TypedDict("ExplainResultItemsItemSigns", {
    'with': "ExplainResultItemsItemSignsWith",
    'without': "ExplainResultItemsItemSignsWithout",
})

ExplainResultItemsItem = TypedDict("ExplainResultItemsItem", {
    'item': str,
    'kind': NotRequired[str],
    'label': NotRequired[str],
    'label_locale': NotRequired[str],
    'verdict': str,
    'verdict_label': NotRequired[str],
    'verdict_label_locale': NotRequired[str],
    'value': NotRequired[float],
    'interval': NotRequired["ExplainResultItemsItemInterval"],
    'days': int,
    'told': int,
    'share': NotRequired[float],
    'share_interval': NotRequired["ExplainResultItemsItemShareInterval"],
    'signs': "ExplainResultItemsItemSigns",
    'note': NotRequired["Said"],
    'decisions': list["Trace"],
})

ExplainResultStreakRest = TypedDict("ExplainResultStreakRest", {
    'free': int,
    'of': int,
    'left': int,
})

ExplainResultStreak = TypedDict("ExplainResultStreak", {
    'current': int,
    'since': NotRequired[str],
    'longest': int,
    'total': int,
    'today': Literal["kept", "open"],
    'rest': "ExplainResultStreakRest",
})

ExplainResultStreaksItemEnded = TypedDict("ExplainResultStreaksItemEnded", {
    'date': str,
    'rests': list[str],
})

ExplainResultStreaksItem = TypedDict("ExplainResultStreaksItem", {
    'from': str,
    'to': str,
    'kept': int,
    'rests': list[str],
    'ended': NotRequired["ExplainResultStreaksItemEnded"],
})

ExplainResultDaysItem = TypedDict("ExplainResultDaysItem", {
    'date': str,
    'state': Literal["kept", "rest", "missed", "open"],
    'rule': NotRequired["Origin"],
    'reason': NotRequired[Literal["TARGETING_MATCH", "DEFAULT"]],
})

ExplainResult = TypedDict("ExplainResult", {
    'pack': "Identity",
    'rules': "Identity",
    'method': str,
    'candidates': NotRequired[list["Explained"]],
    'steps': NotRequired[list["Step"]],
    'window': NotRequired["ExplainResultWindow"],
    'series': NotRequired[list["ExplainResultSeriesItem"]],
    'items': NotRequired[list["ExplainResultItemsItem"]],
    'date': NotRequired[str],
    'streak': NotRequired["ExplainResultStreak"],
    'streaks': NotRequired[list["ExplainResultStreaksItem"]],
    'days': NotRequired[list["ExplainResultDaysItem"]],
    'decisions': NotRequired[list["Trace"]],
})

LoyaltyQuoteParamsEvent = TypedDict("LoyaltyQuoteParamsEvent", {
    'id': str,
    'type': Literal["earn", "reserve", "commit", "cancel", "refund", "adjust", "use", "send", "receive", "member"],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyQuoteResultLapsedItemRule = TypedDict("LoyaltyQuoteResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyQuoteResultLapsedItem = TypedDict("LoyaltyQuoteResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyQuoteResultLapsedItemRule"],
})

LoyaltyQuoteResultChangedItem = TypedDict("LoyaltyQuoteResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyQuoteResultBudgetsValue = TypedDict("LoyaltyQuoteResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltyQuoteResult = TypedDict("LoyaltyQuoteResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["quote"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyQuoteResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyQuoteResultChangedItem"],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltyQuoteResultBudgetsValue"]],
})

LoyaltyEarnParamsEvent = TypedDict("LoyaltyEarnParamsEvent", {
    'id': str,
    'type': NotRequired[Literal["earn"]],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyEarnResultLapsedItemRule = TypedDict("LoyaltyEarnResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyEarnResultLapsedItem = TypedDict("LoyaltyEarnResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyEarnResultLapsedItemRule"],
})

LoyaltyEarnResultChangedItem = TypedDict("LoyaltyEarnResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyEarnResultBudgetsValue = TypedDict("LoyaltyEarnResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltyEarnResult = TypedDict("LoyaltyEarnResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["earn"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyEarnResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyEarnResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltyEarnResultBudgetsValue"]],
    'account': "Account",
})

LoyaltyReserveParamsEvent = TypedDict("LoyaltyReserveParamsEvent", {
    'id': str,
    'type': NotRequired[Literal["reserve"]],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyReserveResultLapsedItemRule = TypedDict("LoyaltyReserveResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyReserveResultLapsedItem = TypedDict("LoyaltyReserveResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyReserveResultLapsedItemRule"],
})

LoyaltyReserveResultChangedItem = TypedDict("LoyaltyReserveResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyReserveResultBudgetsValue = TypedDict("LoyaltyReserveResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltyReserveResult = TypedDict("LoyaltyReserveResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["reserve"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyReserveResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyReserveResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltyReserveResultBudgetsValue"]],
    'account': "Account",
})

LoyaltyCommitParamsEvent = TypedDict("LoyaltyCommitParamsEvent", {
    'id': str,
    'type': NotRequired[Literal["commit"]],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyCommitResultLapsedItemRule = TypedDict("LoyaltyCommitResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyCommitResultLapsedItem = TypedDict("LoyaltyCommitResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyCommitResultLapsedItemRule"],
})

LoyaltyCommitResultChangedItem = TypedDict("LoyaltyCommitResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyCommitResultBudgetsValue = TypedDict("LoyaltyCommitResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltyCommitResult = TypedDict("LoyaltyCommitResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["commit"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyCommitResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyCommitResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltyCommitResultBudgetsValue"]],
    'account': "Account",
})

LoyaltyCancelParamsEvent = TypedDict("LoyaltyCancelParamsEvent", {
    'id': str,
    'type': NotRequired[Literal["cancel"]],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyCancelResultLapsedItemRule = TypedDict("LoyaltyCancelResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyCancelResultLapsedItem = TypedDict("LoyaltyCancelResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyCancelResultLapsedItemRule"],
})

LoyaltyCancelResultChangedItem = TypedDict("LoyaltyCancelResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyCancelResultBudgetsValue = TypedDict("LoyaltyCancelResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltyCancelResult = TypedDict("LoyaltyCancelResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["cancel"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyCancelResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyCancelResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltyCancelResultBudgetsValue"]],
    'account': "Account",
})

LoyaltyRefundParamsEvent = TypedDict("LoyaltyRefundParamsEvent", {
    'id': str,
    'type': NotRequired[Literal["refund"]],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyRefundResultLapsedItemRule = TypedDict("LoyaltyRefundResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyRefundResultLapsedItem = TypedDict("LoyaltyRefundResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyRefundResultLapsedItemRule"],
})

LoyaltyRefundResultChangedItem = TypedDict("LoyaltyRefundResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyRefundResultBudgetsValue = TypedDict("LoyaltyRefundResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltyRefundResult = TypedDict("LoyaltyRefundResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["refund"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyRefundResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyRefundResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltyRefundResultBudgetsValue"]],
    'account': "Account",
})

LoyaltyAdjustParamsEvent = TypedDict("LoyaltyAdjustParamsEvent", {
    'id': str,
    'type': NotRequired[Literal["adjust"]],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': str,
    'reason': str,
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyAdjustResultLapsedItemRule = TypedDict("LoyaltyAdjustResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyAdjustResultLapsedItem = TypedDict("LoyaltyAdjustResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyAdjustResultLapsedItemRule"],
})

LoyaltyAdjustResultChangedItem = TypedDict("LoyaltyAdjustResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyAdjustResultBudgetsValue = TypedDict("LoyaltyAdjustResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltyAdjustResult = TypedDict("LoyaltyAdjustResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["adjust"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyAdjustResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyAdjustResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltyAdjustResultBudgetsValue"]],
    'account': "Account",
})

LoyaltyUseParamsEvent = TypedDict("LoyaltyUseParamsEvent", {
    'id': str,
    'type': NotRequired[Literal["use"]],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': str,
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyUseResultLapsedItemRule = TypedDict("LoyaltyUseResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyUseResultLapsedItem = TypedDict("LoyaltyUseResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyUseResultLapsedItemRule"],
})

LoyaltyUseResultChangedItem = TypedDict("LoyaltyUseResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyUseResultBudgetsValue = TypedDict("LoyaltyUseResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltyUseResult = TypedDict("LoyaltyUseResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["use"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyUseResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyUseResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltyUseResultBudgetsValue"]],
    'account': "Account",
})

LoyaltySendParamsEvent = TypedDict("LoyaltySendParamsEvent", {
    'id': str,
    'type': NotRequired[Literal["send"]],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': int,
    'unit': NotRequired[str],
    'to': str,
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltySendResultLapsedItemRule = TypedDict("LoyaltySendResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltySendResultLapsedItem = TypedDict("LoyaltySendResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltySendResultLapsedItemRule"],
})

LoyaltySendResultChangedItem = TypedDict("LoyaltySendResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltySendResultBudgetsValue = TypedDict("LoyaltySendResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltySendResult = TypedDict("LoyaltySendResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["send"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltySendResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltySendResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltySendResultBudgetsValue"]],
    'account': "Account",
})

LoyaltyReceiveParamsEvent = TypedDict("LoyaltyReceiveParamsEvent", {
    'id': str,
    'type': NotRequired[Literal["receive"]],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': int,
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': str,
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyReceiveResultLapsedItemRule = TypedDict("LoyaltyReceiveResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyReceiveResultLapsedItem = TypedDict("LoyaltyReceiveResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyReceiveResultLapsedItemRule"],
})

LoyaltyReceiveResultChangedItem = TypedDict("LoyaltyReceiveResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyReceiveResultBudgetsValue = TypedDict("LoyaltyReceiveResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltyReceiveResult = TypedDict("LoyaltyReceiveResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["receive"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyReceiveResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyReceiveResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltyReceiveResultBudgetsValue"]],
    'account': "Account",
})

LoyaltyMemberParamsEvent = TypedDict("LoyaltyMemberParamsEvent", {
    'id': str,
    'type': NotRequired[Literal["member"]],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': str,
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyMemberResultLapsedItemRule = TypedDict("LoyaltyMemberResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyMemberResultLapsedItem = TypedDict("LoyaltyMemberResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyMemberResultLapsedItemRule"],
})

LoyaltyMemberResultChangedItem = TypedDict("LoyaltyMemberResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyMemberResultBudgetsValue = TypedDict("LoyaltyMemberResultBudgetsValue", {
    'granted': int,
    'days': NotRequired[dict[str, int]],
})

LoyaltyMemberResult = TypedDict("LoyaltyMemberResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["member"],
    'outcome': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
    'refused_at': NotRequired[str],
    'duplicate': bool,
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyMemberResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyMemberResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'counterparts': NotRequired[list["Counterpart"]],
    'budgets': NotRequired[dict[str, "LoyaltyMemberResultBudgetsValue"]],
    'account': "Account",
})

LoyaltyExpireResultLapsedItemRule = TypedDict("LoyaltyExpireResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyExpireResultLapsedItem = TypedDict("LoyaltyExpireResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyExpireResultLapsedItemRule"],
})

LoyaltyExpireResultChangedItem = TypedDict("LoyaltyExpireResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyExpireResult = TypedDict("LoyaltyExpireResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["expire"],
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyExpireResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyExpireResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'account': "Account",
})

LoyaltyStatusResultLapsedItemRule = TypedDict("LoyaltyStatusResultLapsedItemRule", {
    'decision': str,
    'row': NotRequired[str],
})

LoyaltyStatusResultLapsedItem = TypedDict("LoyaltyStatusResultLapsedItem", {
    'event': str,
    'unit': str,
    'amount': int,
    'time': str,
    'rule': NotRequired["LoyaltyStatusResultLapsedItemRule"],
})

LoyaltyStatusResultChangedItem = TypedDict("LoyaltyStatusResultChangedItem", {
    'event': str,
    'before': Literal["applied", "refused", "waits", "later"],
    'after': Literal["applied", "refused", "waits", "later"],
    'refused': NotRequired[str],
})

LoyaltyStatusResultUnknownItem = TypedDict("LoyaltyStatusResultUnknownItem", {
    'kind': Literal["level", "cause", "unit", "benefit"],
    'id': str,
    'path': str,
})

LoyaltyStatusResult = TypedDict("LoyaltyStatusResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["status"],
    'entries': list["Entry"],
    'lapsed': NotRequired[list["LoyaltyStatusResultLapsedItem"]],
    'withdrawn': list["Entry"],
    'changed': list["LoyaltyStatusResultChangedItem"],
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'benefits': NotRequired[list["Benefit"]],
    'members': NotRequired[list["AccountMember"]],
    'unknown': NotRequired[list["LoyaltyStatusResultUnknownItem"]],
    'notifications': list["Said"],
    'why': list["Origin"],
})

LoyaltyReplayParamsEventsItem = TypedDict("LoyaltyReplayParamsEventsItem", {
    'id': str,
    'type': Literal["earn", "reserve", "commit", "cancel", "refund", "adjust", "use", "send", "receive", "member"],
    'time': str,
    'account': NotRequired[str],
    'of': NotRequired[str],
    'amount': NotRequired["Money"],
    'change': NotRequired[int],
    'unit': NotRequired[str],
    'to': NotRequired[str],
    'from': NotRequired[str],
    'cause': NotRequired[str],
    'benefit': NotRequired[str],
    'member': NotRequired[str],
    'rights': NotRequired[list[str]],
    'actor': NotRequired[str],
    'reason': NotRequired[str],
    'grants': NotRequired[Any],
    'facts': NotRequired[dict[str, Any]],
    'outcome': NotRequired[Literal["applied", "refused", "waits", "later"]],
    'refused': NotRequired[str],
    'began': NotRequired[str],
    'counts': NotRequired[bool],
})

LoyaltyReplayResult = TypedDict("LoyaltyReplayResult", {
    'pack': "Identity",
    'rules': "Identity",
    'operation': Literal["replay"],
    'duplicates': int,
    'as_of': Union[str, None],
    'balances': dict[str, "Balance"],
    'level': Union[str, None],
    'standing': NotRequired[Any],
    'notifications': list["Said"],
    'why': list["Origin"],
    'account': "Account",
})

LoyaltyVerifyResultUnknownItem = TypedDict("LoyaltyVerifyResultUnknownItem", {
    'kind': Literal["level", "cause", "unit", "benefit"],
    'id': str,
    'path': str,
})

LoyaltyVerifyResultDifference = TypedDict("LoyaltyVerifyResultDifference", {
    'event': NotRequired[str],
    'path': str,
    'expected': NotRequired[str],
    'found': NotRequired[str],
})

LoyaltyVerifyResult = TypedDict("LoyaltyVerifyResult", {
    'pack': "Identity",
    'rules': "Identity",
    'account': str,
    'agrees': bool,
    'events': int,
    'other_rules': bool,
    'unknown': NotRequired[list["LoyaltyVerifyResultUnknownItem"]],
    'difference': NotRequired["LoyaltyVerifyResultDifference"],
})

PackValidateResult = TypedDict("PackValidateResult", {
    'pack': "Identity",
    'rules': "Identity",
    'valid': bool,
    'summary': str,
    'files': list[str],
    'diagnostics': list["Diagnostic"],
})

PackDescribeResultVersionsItem = TypedDict("PackDescribeResultVersionsItem", {
    'version': str,
    'valid_from': NotRequired[str],
    'modules': list[str],
})

PackDescribeResultLocales = TypedDict("PackDescribeResultLocales", {
    'default': str,
    'supported': list[str],
})

PackDescribeResultKindsItemFieldsItem = TypedDict("PackDescribeResultKindsItemFieldsItem", {
    'path': str,
    'type': str,
    'optional': bool,
    'refers_to': NotRequired[list[str]],
})

PackDescribeResultKindsItem = TypedDict("PackDescribeResultKindsItem", {
    'name': str,
    'records': int,
    'schema': NotRequired[str],
    'fields': list["PackDescribeResultKindsItemFieldsItem"],
})

PackDescribeResultVocabulariesItem = TypedDict("PackDescribeResultVocabulariesItem", {
    'name': str,
    'doc': NotRequired[str],
    'values': list[str],
    'ordered': bool,
})

PackDescribeResultModulesItemFactsItem = TypedDict("PackDescribeResultModulesItemFactsItem", {
    'name': str,
    'type': str,
    'optional': bool,
    'per_candidate': bool,
    'secret': bool,
    'doc': NotRequired[str],
})

PackDescribeResultModulesItemParametersItem = TypedDict("PackDescribeResultModulesItemParametersItem", {
    'name': str,
    'type': str,
    'value': str,
    'doc': NotRequired[str],
})

PackDescribeResultModulesItemDecisionsItem = TypedDict("PackDescribeResultModulesItemDecisionsItem", {
    'name': str,
    'type': str,
    'doc': NotRequired[str],
})

PackDescribeResultModulesItem = TypedDict("PackDescribeResultModulesItem", {
    'name': str,
    'doc': NotRequired[str],
    'facts': list["PackDescribeResultModulesItemFactsItem"],
    'parameters': list["PackDescribeResultModulesItemParametersItem"],
    'decisions': list["PackDescribeResultModulesItemDecisionsItem"],
})

PackDescribeResultPagesItemPartsItem = TypedDict("PackDescribeResultPagesItemPartsItem", {
    'id': str,
    'does': Literal["choose", "show", "tell", "rank", "signals"],
    'what': str,
})

PackDescribeResultPagesItem = TypedDict("PackDescribeResultPagesItem", {
    'name': str,
    'parts': list["PackDescribeResultPagesItemPartsItem"],
})

PackDescribeResultRankingsItem = TypedDict("PackDescribeResultRankingsItem", {
    'name': str,
    'candidates': str,
    'limit': int,
})

PackDescribeResult = TypedDict("PackDescribeResult", {
    'pack': "Identity",
    'rules': "Identity",
    'versions': NotRequired[list["PackDescribeResultVersionsItem"]],
    'locales': "PackDescribeResultLocales",
    'kinds': list["PackDescribeResultKindsItem"],
    'vocabularies': list["PackDescribeResultVocabulariesItem"],
    'modules': list["PackDescribeResultModulesItem"],
    'pages': list["PackDescribeResultPagesItem"],
    'rankings': list["PackDescribeResultRankingsItem"],
})

PackReloadResult = TypedDict("PackReloadResult", {
    'pack': "Identity",
    'rules': "Identity",
    'outcome': Literal["swapped", "unchanged", "refused"],
    'diagnostics': list["Diagnostic"],
})

HealthResultLastReload = TypedDict("HealthResultLastReload", {
    'outcome': Literal["swapped", "unchanged", "refused"],
    'diagnostics': list["Diagnostic"],
})

HealthResult = TypedDict("HealthResult", {
    'status': Literal["ok", "stale"],
    'version': str,
    'pack': "Identity",
    'rules': "Identity",
    'uptime_ms': int,
    'threads': int,
    'requests': int,
    'errors': int,
    'requests_by_method': dict[str, int],
    'errors_by_outcome': dict[str, int],
    'lost_records': NotRequired[int],
    'reloads': int,
    'refusals': int,
    'last_reload': NotRequired["HealthResultLastReload"],
    'limits': dict[str, int],
})

ShutdownResult = TypedDict("ShutdownResult", {
    'ending': bool,
})


def _given(params: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}


class Operations:
    def call(self, method: str, params: dict[str, Any]) -> Any:
        raise NotImplementedError

    def score(self, *, answers: Union[dict[str, str], list["ScoreParamsAnswers2Item"]], goals: Optional[list[str]] = None, locale: Optional[str] = None, id: Optional[Any] = None, partial: Optional[bool] = None, quiz: Optional[str] = None, detail: Optional[Literal["lean", "full"]] = None) -> "ScoreResult":
        """Score the answers to a quiz, and explain the score."""
        return cast("ScoreResult", self.call('score', _given({'answers': answers, 'goals': goals, 'locale': locale, 'id': id, 'partial': partial, 'quiz': quiz, 'detail': detail})))

    def quiz_next(self, *, answers: Union[dict[str, str], list["QuizNextParamsAnswers2Item"]], goals: Optional[list[str]] = None, locale: Optional[str] = None, id: Optional[Any] = None, back: Optional[bool] = None, quiz: Optional[str] = None) -> "QuizNextResult":
        """Return the next question of a quiz for the answers so far."""
        return cast("QuizNextResult", self.call('quiz.next', _given({'answers': answers, 'goals': goals, 'locale': locale, 'id': id, 'back': back, 'quiz': quiz})))

    def constitution(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["ConstitutionParamsAnswers2Item"]]] = None, page: Optional[str] = None, days: Optional[int] = None) -> Union["Page", "ConstitutionResult2"]:
        """Describe a person, axis by axis, and what to watch for."""
        return cast(Union["Page", "ConstitutionResult2"], self.call('constitution', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers, 'page': page, 'days': days})))

    def insight(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["InsightParamsAnswers2Item"]]] = None, page: Optional[str] = None, days: Optional[int] = None) -> Union["Page", "InsightResult2"]:
        """Show what a day is about: what to do, and what to avoid."""
        return cast(Union["Page", "InsightResult2"], self.call('insight', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers, 'page': page, 'days': days})))

    def suggest(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["SuggestParamsAnswers2Item"]]] = None, ranking: Optional[str] = None, limit: Optional[int] = None) -> "SuggestResult":
        """Rank what can be offered to a person."""
        return cast("SuggestResult", self.call('suggest', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers, 'ranking': ranking, 'limit': limit})))

    def today(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["TodayParamsAnswers2Item"]]] = None, page: Optional[str] = None, days: Optional[int] = None) -> Union["Page", "TodayResult2"]:
        """Put one day on one page."""
        return cast(Union["Page", "TodayResult2"], self.call('today', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers, 'page': page, 'days': days})))

    def trend(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["TrendParamsAnswers2Item"]]] = None) -> "TrendResult":
        """Show the trends of two weeks of logs, and what went well."""
        return cast("TrendResult", self.call('trend', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers})))

    def streak(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["StreakParamsAnswers2Item"]]] = None) -> "StreakResult":
        """Count days in a row on which something was done, with their calendar."""
        return cast("StreakResult", self.call('streak', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers})))

    def program(self, *, date: str, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, enrolments: Optional[list["Enrolment"]] = None, enrol: Optional[str] = None, leave: Optional[bool] = None, mark: Optional["ProgramParamsMark"] = None) -> "ProgramResult":
        """Begin, follow and leave a program of several days."""
        return cast("ProgramResult", self.call('program', _given({'date': date, 'locale': locale, 'person': person, 'enrolments': enrolments, 'enrol': enrol, 'leave': leave, 'mark': mark})))

    def merge(self, *, a: "Replica", b: "Replica") -> "MergeResult":
        """Merge two replicas of a person's records."""
        return cast("MergeResult", self.call('merge', _given({'a': a, 'b': b})))

    def timeline(self, *, timeline: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, locales: Optional[dict[str, str]] = None, state: Optional[str] = None, move: Optional[str] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None) -> "TimelineResult":
        """Report the phase or state of something, and move it to another."""
        return cast("TimelineResult", self.call('timeline', _given({'timeline': timeline, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'locales': locales, 'state': state, 'move': move, 'facts': facts, 'records': records})))

    def check(self, *, kind: Optional[str] = None, form: dict[str, Any], locale: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, facts: Optional[dict[str, Any]] = None) -> "CheckResult":
        """Validate a filled-in form, and report each problem at its field."""
        return cast("CheckResult", self.call('check', _given({'kind': kind, 'form': form, 'locale': locale, 'now': now, 'zone': zone, 'date': date, 'time': time, 'facts': facts})))

    def decide(self, *, decision: str, facts: dict[str, Any]) -> "DecideResult":
        """Evaluate any decision of any rule module, and explain it."""
        return cast("DecideResult", self.call('decide', _given({'decision': decision, 'facts': facts})))

    def records(self, *, kind: str, ids: Optional[list[str]] = None, where: Optional[dict[str, Any]] = None, locale: Optional[str] = None, limit: Optional[int] = None, offset: Optional[int] = None) -> "RecordsResult":
        """Show the records of a kind, in a language."""
        return cast("RecordsResult", self.call('records', _given({'kind': kind, 'ids': ids, 'where': where, 'locale': locale, 'limit': limit, 'offset': offset})))

    def media(self, *, path: str) -> "MediaResult":
        """Get a picture or another file that records name."""
        return cast("MediaResult", self.call('media', _given({'path': path})))

    def explain(self, *, method: Literal["score", "quiz.next", "constitution", "insight", "suggest", "today", "trend", "streak", "program", "merge", "timeline", "check", "decide", "records", "media", "loyalty.quote", "loyalty.earn", "loyalty.reserve", "loyalty.commit", "loyalty.cancel", "loyalty.refund", "loyalty.adjust", "loyalty.use", "loyalty.send", "loyalty.receive", "loyalty.member", "loyalty.expire", "loyalty.status", "loyalty.replay", "loyalty.verify"], params: dict[str, Any]) -> "ExplainResult":
        """Show each row that was evaluated for a result, with the values that it saw."""
        return cast("ExplainResult", self.call('explain', _given({'method': method, 'params': params})))

    def loyalty_quote(self, *, account: Any, event: "LoyaltyQuoteParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyQuoteResult":
        """Show what an event would do to an account."""
        return cast("LoyaltyQuoteResult", self.call('loyalty.quote', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_earn(self, *, account: Any, event: "LoyaltyEarnParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyEarnResult":
        """Let an account earn what an event is worth."""
        return cast("LoyaltyEarnResult", self.call('loyalty.earn', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_reserve(self, *, account: Any, event: "LoyaltyReserveParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyReserveResult":
        """Set aside what something costs."""
        return cast("LoyaltyReserveResult", self.call('loyalty.reserve', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_commit(self, *, account: Any, event: "LoyaltyCommitParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyCommitResult":
        """Spend what was set aside, or let what waits count."""
        return cast("LoyaltyCommitResult", self.call('loyalty.commit', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_cancel(self, *, account: Any, event: "LoyaltyCancelParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyCancelResult":
        """Give back what was set aside, or take back what waits."""
        return cast("LoyaltyCancelResult", self.call('loyalty.cancel', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_refund(self, *, account: Any, event: "LoyaltyRefundParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyRefundResult":
        """Take back what an event earned, or a part of it."""
        return cast("LoyaltyRefundResult", self.call('loyalty.refund', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_adjust(self, *, account: Any, event: "LoyaltyAdjustParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyAdjustResult":
        """Add to an account, or take from it."""
        return cast("LoyaltyAdjustResult", self.call('loyalty.adjust', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_use(self, *, account: Any, event: "LoyaltyUseParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyUseResult":
        """Use a benefit that an account has."""
        return cast("LoyaltyUseResult", self.call('loyalty.use', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_send(self, *, account: Any, event: "LoyaltySendParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltySendResult":
        """Send an amount to another account."""
        return cast("LoyaltySendResult", self.call('loyalty.send', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_receive(self, *, account: Any, event: "LoyaltyReceiveParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyReceiveResult":
        """Receive an amount from another account."""
        return cast("LoyaltyReceiveResult", self.call('loyalty.receive', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_member(self, *, account: Any, event: "LoyaltyMemberParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyMemberResult":
        """Set the rights of somebody who acts on an account."""
        return cast("LoyaltyMemberResult", self.call('loyalty.member', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    def loyalty_expire(self, *, account: Any, now: str, locale: Optional[str] = None) -> "LoyaltyExpireResult":
        """Let time pass, and lots expire."""
        return cast("LoyaltyExpireResult", self.call('loyalty.expire', _given({'account': account, 'now': now, 'locale': locale})))

    def loyalty_status(self, *, account: Any, at: Optional[str] = None, locale: Optional[str] = None) -> "LoyaltyStatusResult":
        """Show the state of an account, now or at another instant."""
        return cast("LoyaltyStatusResult", self.call('loyalty.status', _given({'account': account, 'at': at, 'locale': locale})))

    def loyalty_replay(self, *, account: Optional[Any] = None, events: list["LoyaltyReplayParamsEventsItem"], now: str) -> "LoyaltyReplayResult":
        """Fold events into an account, from nothing."""
        return cast("LoyaltyReplayResult", self.call('loyalty.replay', _given({'account': account, 'events': events, 'now': now})))

    def loyalty_verify(self, *, account: Any) -> "LoyaltyVerifyResult":
        """Compare an account with what its own events come to."""
        return cast("LoyaltyVerifyResult", self.call('loyalty.verify', _given({'account': account})))

    def pack_validate(self) -> "PackValidateResult":
        """Check the pack and its rules as they are on the disk now."""
        return cast("PackValidateResult", self.call('pack.validate', _given({})))

    def pack_describe(self) -> "PackDescribeResult":
        """Describe the pack and its rules as they are served: kinds, vocabularies, modules, pages, rankings."""
        return cast("PackDescribeResult", self.call('pack.describe', _given({})))

    def pack_reload(self) -> "PackReloadResult":
        """Load the pack and its rules again, and serve them where they are valid."""
        return cast("PackReloadResult", self.call('pack.reload', _given({})))

    def health(self) -> "HealthResult":
        """Report the state of the service: its version, its counts, its limits."""
        return cast("HealthResult", self.call('health', _given({})))

    def rpc_discover(self) -> dict[str, Any]:
        """Tell what can be asked, as an OpenRPC document."""
        return cast(dict[str, Any], self.call('rpc.discover', _given({})))

    def shutdown(self) -> "ShutdownResult":
        """End the service once everything that was read is answered."""
        return cast("ShutdownResult", self.call('shutdown', _given({})))


class AsyncOperations:
    async def call(self, method: str, params: dict[str, Any]) -> Any:
        raise NotImplementedError

    async def score(self, *, answers: Union[dict[str, str], list["ScoreParamsAnswers2Item"]], goals: Optional[list[str]] = None, locale: Optional[str] = None, id: Optional[Any] = None, partial: Optional[bool] = None, quiz: Optional[str] = None, detail: Optional[Literal["lean", "full"]] = None) -> "ScoreResult":
        """Score the answers to a quiz, and explain the score."""
        return cast("ScoreResult", await self.call('score', _given({'answers': answers, 'goals': goals, 'locale': locale, 'id': id, 'partial': partial, 'quiz': quiz, 'detail': detail})))

    async def quiz_next(self, *, answers: Union[dict[str, str], list["QuizNextParamsAnswers2Item"]], goals: Optional[list[str]] = None, locale: Optional[str] = None, id: Optional[Any] = None, back: Optional[bool] = None, quiz: Optional[str] = None) -> "QuizNextResult":
        """Return the next question of a quiz for the answers so far."""
        return cast("QuizNextResult", await self.call('quiz.next', _given({'answers': answers, 'goals': goals, 'locale': locale, 'id': id, 'back': back, 'quiz': quiz})))

    async def constitution(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["ConstitutionParamsAnswers2Item"]]] = None, page: Optional[str] = None, days: Optional[int] = None) -> Union["Page", "ConstitutionResult2"]:
        """Describe a person, axis by axis, and what to watch for."""
        return cast(Union["Page", "ConstitutionResult2"], await self.call('constitution', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers, 'page': page, 'days': days})))

    async def insight(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["InsightParamsAnswers2Item"]]] = None, page: Optional[str] = None, days: Optional[int] = None) -> Union["Page", "InsightResult2"]:
        """Show what a day is about: what to do, and what to avoid."""
        return cast(Union["Page", "InsightResult2"], await self.call('insight', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers, 'page': page, 'days': days})))

    async def suggest(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["SuggestParamsAnswers2Item"]]] = None, ranking: Optional[str] = None, limit: Optional[int] = None) -> "SuggestResult":
        """Rank what can be offered to a person."""
        return cast("SuggestResult", await self.call('suggest', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers, 'ranking': ranking, 'limit': limit})))

    async def today(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["TodayParamsAnswers2Item"]]] = None, page: Optional[str] = None, days: Optional[int] = None) -> Union["Page", "TodayResult2"]:
        """Put one day on one page."""
        return cast(Union["Page", "TodayResult2"], await self.call('today', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers, 'page': page, 'days': days})))

    async def trend(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["TrendParamsAnswers2Item"]]] = None) -> "TrendResult":
        """Show the trends of two weeks of logs, and what went well."""
        return cast("TrendResult", await self.call('trend', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers})))

    async def streak(self, *, id: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, day: Optional[dict[str, Any]] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None, shown: Optional[dict[str, list[str]]] = None, logs: Optional[list[dict[str, Any]]] = None, answers: Optional[Union[dict[str, str], list["StreakParamsAnswers2Item"]]] = None) -> "StreakResult":
        """Count days in a row on which something was done, with their calendar."""
        return cast("StreakResult", await self.call('streak', _given({'id': id, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'person': person, 'day': day, 'facts': facts, 'records': records, 'shown': shown, 'logs': logs, 'answers': answers})))

    async def program(self, *, date: str, locale: Optional[str] = None, person: Optional[dict[str, Any]] = None, enrolments: Optional[list["Enrolment"]] = None, enrol: Optional[str] = None, leave: Optional[bool] = None, mark: Optional["ProgramParamsMark"] = None) -> "ProgramResult":
        """Begin, follow and leave a program of several days."""
        return cast("ProgramResult", await self.call('program', _given({'date': date, 'locale': locale, 'person': person, 'enrolments': enrolments, 'enrol': enrol, 'leave': leave, 'mark': mark})))

    async def merge(self, *, a: "Replica", b: "Replica") -> "MergeResult":
        """Merge two replicas of a person's records."""
        return cast("MergeResult", await self.call('merge', _given({'a': a, 'b': b})))

    async def timeline(self, *, timeline: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, locale: Optional[str] = None, locales: Optional[dict[str, str]] = None, state: Optional[str] = None, move: Optional[str] = None, facts: Optional[dict[str, Any]] = None, records: Optional[dict[str, list[Any]]] = None) -> "TimelineResult":
        """Report the phase or state of something, and move it to another."""
        return cast("TimelineResult", await self.call('timeline', _given({'timeline': timeline, 'now': now, 'zone': zone, 'date': date, 'time': time, 'locale': locale, 'locales': locales, 'state': state, 'move': move, 'facts': facts, 'records': records})))

    async def check(self, *, kind: Optional[str] = None, form: dict[str, Any], locale: Optional[str] = None, now: Optional[str] = None, zone: Optional[str] = None, date: Optional[str] = None, time: Optional[str] = None, facts: Optional[dict[str, Any]] = None) -> "CheckResult":
        """Validate a filled-in form, and report each problem at its field."""
        return cast("CheckResult", await self.call('check', _given({'kind': kind, 'form': form, 'locale': locale, 'now': now, 'zone': zone, 'date': date, 'time': time, 'facts': facts})))

    async def decide(self, *, decision: str, facts: dict[str, Any]) -> "DecideResult":
        """Evaluate any decision of any rule module, and explain it."""
        return cast("DecideResult", await self.call('decide', _given({'decision': decision, 'facts': facts})))

    async def records(self, *, kind: str, ids: Optional[list[str]] = None, where: Optional[dict[str, Any]] = None, locale: Optional[str] = None, limit: Optional[int] = None, offset: Optional[int] = None) -> "RecordsResult":
        """Show the records of a kind, in a language."""
        return cast("RecordsResult", await self.call('records', _given({'kind': kind, 'ids': ids, 'where': where, 'locale': locale, 'limit': limit, 'offset': offset})))

    async def media(self, *, path: str) -> "MediaResult":
        """Get a picture or another file that records name."""
        return cast("MediaResult", await self.call('media', _given({'path': path})))

    async def explain(self, *, method: Literal["score", "quiz.next", "constitution", "insight", "suggest", "today", "trend", "streak", "program", "merge", "timeline", "check", "decide", "records", "media", "loyalty.quote", "loyalty.earn", "loyalty.reserve", "loyalty.commit", "loyalty.cancel", "loyalty.refund", "loyalty.adjust", "loyalty.use", "loyalty.send", "loyalty.receive", "loyalty.member", "loyalty.expire", "loyalty.status", "loyalty.replay", "loyalty.verify"], params: dict[str, Any]) -> "ExplainResult":
        """Show each row that was evaluated for a result, with the values that it saw."""
        return cast("ExplainResult", await self.call('explain', _given({'method': method, 'params': params})))

    async def loyalty_quote(self, *, account: Any, event: "LoyaltyQuoteParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyQuoteResult":
        """Show what an event would do to an account."""
        return cast("LoyaltyQuoteResult", await self.call('loyalty.quote', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_earn(self, *, account: Any, event: "LoyaltyEarnParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyEarnResult":
        """Let an account earn what an event is worth."""
        return cast("LoyaltyEarnResult", await self.call('loyalty.earn', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_reserve(self, *, account: Any, event: "LoyaltyReserveParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyReserveResult":
        """Set aside what something costs."""
        return cast("LoyaltyReserveResult", await self.call('loyalty.reserve', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_commit(self, *, account: Any, event: "LoyaltyCommitParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyCommitResult":
        """Spend what was set aside, or let what waits count."""
        return cast("LoyaltyCommitResult", await self.call('loyalty.commit', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_cancel(self, *, account: Any, event: "LoyaltyCancelParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyCancelResult":
        """Give back what was set aside, or take back what waits."""
        return cast("LoyaltyCancelResult", await self.call('loyalty.cancel', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_refund(self, *, account: Any, event: "LoyaltyRefundParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyRefundResult":
        """Take back what an event earned, or a part of it."""
        return cast("LoyaltyRefundResult", await self.call('loyalty.refund', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_adjust(self, *, account: Any, event: "LoyaltyAdjustParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyAdjustResult":
        """Add to an account, or take from it."""
        return cast("LoyaltyAdjustResult", await self.call('loyalty.adjust', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_use(self, *, account: Any, event: "LoyaltyUseParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyUseResult":
        """Use a benefit that an account has."""
        return cast("LoyaltyUseResult", await self.call('loyalty.use', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_send(self, *, account: Any, event: "LoyaltySendParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltySendResult":
        """Send an amount to another account."""
        return cast("LoyaltySendResult", await self.call('loyalty.send', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_receive(self, *, account: Any, event: "LoyaltyReceiveParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyReceiveResult":
        """Receive an amount from another account."""
        return cast("LoyaltyReceiveResult", await self.call('loyalty.receive', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_member(self, *, account: Any, event: "LoyaltyMemberParamsEvent", now: Optional[str] = None, locale: Optional[str] = None, budgets: Optional[Any] = None) -> "LoyaltyMemberResult":
        """Set the rights of somebody who acts on an account."""
        return cast("LoyaltyMemberResult", await self.call('loyalty.member', _given({'account': account, 'event': event, 'now': now, 'locale': locale, 'budgets': budgets})))

    async def loyalty_expire(self, *, account: Any, now: str, locale: Optional[str] = None) -> "LoyaltyExpireResult":
        """Let time pass, and lots expire."""
        return cast("LoyaltyExpireResult", await self.call('loyalty.expire', _given({'account': account, 'now': now, 'locale': locale})))

    async def loyalty_status(self, *, account: Any, at: Optional[str] = None, locale: Optional[str] = None) -> "LoyaltyStatusResult":
        """Show the state of an account, now or at another instant."""
        return cast("LoyaltyStatusResult", await self.call('loyalty.status', _given({'account': account, 'at': at, 'locale': locale})))

    async def loyalty_replay(self, *, account: Optional[Any] = None, events: list["LoyaltyReplayParamsEventsItem"], now: str) -> "LoyaltyReplayResult":
        """Fold events into an account, from nothing."""
        return cast("LoyaltyReplayResult", await self.call('loyalty.replay', _given({'account': account, 'events': events, 'now': now})))

    async def loyalty_verify(self, *, account: Any) -> "LoyaltyVerifyResult":
        """Compare an account with what its own events come to."""
        return cast("LoyaltyVerifyResult", await self.call('loyalty.verify', _given({'account': account})))

    async def pack_validate(self) -> "PackValidateResult":
        """Check the pack and its rules as they are on the disk now."""
        return cast("PackValidateResult", await self.call('pack.validate', _given({})))

    async def pack_describe(self) -> "PackDescribeResult":
        """Describe the pack and its rules as they are served: kinds, vocabularies, modules, pages, rankings."""
        return cast("PackDescribeResult", await self.call('pack.describe', _given({})))

    async def pack_reload(self) -> "PackReloadResult":
        """Load the pack and its rules again, and serve them where they are valid."""
        return cast("PackReloadResult", await self.call('pack.reload', _given({})))

    async def health(self) -> "HealthResult":
        """Report the state of the service: its version, its counts, its limits."""
        return cast("HealthResult", await self.call('health', _given({})))

    async def rpc_discover(self) -> dict[str, Any]:
        """Tell what can be asked, as an OpenRPC document."""
        return cast(dict[str, Any], await self.call('rpc.discover', _given({})))

    async def shutdown(self) -> "ShutdownResult":
        """End the service once everything that was read is answered."""
        return cast("ShutdownResult", await self.call('shutdown', _given({})))
