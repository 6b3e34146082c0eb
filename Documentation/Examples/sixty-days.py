#!/usr/bin/env python3
"""Writes sixty-days.json: sixty days of an invented person.

The same bytes on every run: the seed is below. Run it in the checkout:

    python3 Documentation/Examples/sixty-days.py > Documentation/Examples/sixty-days.json
"""

import datetime
import json
import random

TODAY = datetime.date(2026, 2, 14)
DAYS = 60
pick = random.Random(126)

# A winter: worn out before the holidays, warm breakfasts from January on, a good end of January, and then a project that
# takes the evenings. The first number is how well sleep goes, the second energy, the third how tense the days are.
CHAPTERS = [(0, 0.45, 0.35, 0.45), (16, 0.60, 0.55, 0.30), (34, 0.70, 0.70, 0.20), (46, 0.30, 0.45, 0.20), (53, 0.88, 0.92, 0.60)]
POOR_SLEEP = ["hard_to_fall_asleep", "woke_early", "woke_middle_of_night", "unrefreshing"]


def chapter(day):
    return [c for c in CHAPTERS if c[0] <= day][-1][1:]


def told(day, sleeps, energy, tension):
    """What was said in the evening."""
    log = {}
    slept = pick.random() < sleeps
    rested = pick.random() < energy
    tense = pick.random() < tension
    signs = []
    if pick.random() < 0.35 - 0.004 * day: signs.append("cold")
    if tense: signs.append("stressed")
    if not rested: signs.append("tired")
    if pick.random() < (0.25 if tense else 0.06): signs.append("headache")
    if not slept: signs.append("poor_sleep")
    if pick.random() < 0.22: signs.append("stiff")
    if pick.random() < 0.14: signs.append("bloating")
    log["quick_symptoms"] = signs
    log["mood_rating"] = max(2, min(9, round(5 + (1 if slept else -1) + (1 if rested else 0) - (1 if tense else 0) + pick.gauss(0.6, 0.8))))
    if pick.random() < 0.85: log["sleep_quality"] = "fell_asleep_easily" if slept else pick.choice(POOR_SLEEP)
    if pick.random() < 0.8: log["energy_level"] = "normal" if rested else "low"
    if pick.random() < 0.6:
        log["digestive_state"] = {
            "appetite_level": pick.choice(["normal", "normal", "normal", "low"]),
            "stool_quality": pick.choice(["normal", "normal", "normal", "loose"]),
        }
    if pick.random() < 0.75: log["thermal_feeling"] = pick.choices(["cold", "cool", "comfortable"], [2, 4, 2 + day / 12])[0]
    if pick.random() < 0.75: log["dominant_emotion"] = pick.choice(["calm", "calm", "restless" if tense else "calm", "worried"])
    return log, slept


def measured(day, slept):
    """What a watch adds; it was bought on day 50."""
    log = {"step_count": round(pick.gauss(6200, 1900) / 10) * 10}
    if pick.random() < 0.9: log["sleep_duration_minutes"] = round((445 if slept else 385) + pick.gauss(0, 18))
    if day >= 56: log["resting_heart_rate"] = round(pick.gauss(63, 1.6))
    return log


def done(date, day, slept):
    """What was done, and how it went."""
    routines, movements, feedback = [], [], []

    def did(item, kind, chance, better, minutes, hour):
        if pick.random() >= chance: return
        (routines if kind == "routine" else movements).append(item)
        seconds = round(minutes * 60 * pick.uniform(0.8, 1.3))
        start = datetime.datetime.combine(date, datetime.time(hour, pick.randrange(50)))
        word = "better" if pick.random() < better else pick.choice(["same", "same", "not_sure"])
        if pick.random() < 0.8:
            feedback.append({
                "routine_or_movement_id": item, "feedback": word,
                "timestamp": (start + datetime.timedelta(seconds=seconds)).isoformat() + "+00:00",
                "started_at": start.isoformat() + "+00:00",
                "actual_duration_seconds": seconds, "activity_type": kind,
            })

    if day >= 14: did("warm-start-congee-full", "routine", 0.42, 0.85, 11, 7)
    did("ginger-honey-tea-lite", "routine", 0.40, 0.55, 4, 15)
    if day >= 20: did("morning-qi-flow-full", "movement", 0.30, 0.75, 10, 7)
    if day >= 30: did("belly-circles-medium", "movement", 0.25, 0.35, 5, 20)
    if day >= 57: did("chamomile-pause-lite", "routine", 0.60, 0.8, 3, 21)
    log = {}
    if routines: log["completed_routine_ids"] = routines
    if movements: log["completed_movement_ids"] = movements
    if feedback: log["routine_feedback"] = feedback
    return log


def logs():
    for day in range(DAYS):
        date = TODAY - datetime.timedelta(days=DAYS - 1 - day)
        # Some days nobody writes anything; more of them before the habit holds.
        missed = pick.random() < (0.18 if day < 20 else 0.08)
        said, slept = told(day, *chapter(day))
        rest = {**measured(day, slept), **done(date, day, slept)}
        if missed: continue
        yield {"date": date.isoformat(), **said, **rest, "updated_at": f"{date.isoformat()}T21:{pick.randrange(10, 59)}:00.000000Z"}


answers = json.load(open(__file__.replace("Documentation/Examples/sixty-days.py", "ContentPacks/terrain/examples/answers.json")))
request = {
    "person_id": "anna",
    "now": TODAY.isoformat(),
    "locale": "en-US",
    "facts": {"profile": "cold_deficient_low_flame", "modifier": "shen", "goals": answers["goals"]},
    "answers": answers["answers"],
    "logs": list(logs()),
}
text = json.dumps({**request, "logs": []}, indent=2)
lines = ",\n".join("    " + json.dumps(log) for log in request["logs"])
print(text.replace('"logs": []', '"logs": [\n' + lines + "\n  ]"))
