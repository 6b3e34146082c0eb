/// The report's additions to the style sheet of every page: charts, the map of signs, the calendar.
enum ReportStyle {
  static let sheet: StaticString = """

    .top { display: grid; gap: 32px 48px; }
    .top > * { min-width: 0; }
    .who { display: flex; align-items: center; gap: 18px; }
    .who > div { min-width: 0; }
    .picture { display: inline-block; flex: none; background: currentColor; mask: var(--picture) center / contain no-repeat; -webkit-mask: var(--picture) center / contain no-repeat; }
    .sign { width: 76px; height: 76px; color: var(--accent-ink); }
    .beside { width: 40px; height: 40px; color: var(--accent-ink); }
    .head:has(.picture) { align-items: center; }
    .pictured { display: flex; align-items: center; gap: 10px; }
    .pulse { background: var(--tint-plain); border-radius: 14px; padding: 20px 22px; margin-top: 24px; }
    .pulse.care { background: var(--tint-care); border-left: 4px solid var(--mark-third); }
    .notice { font-size: 1.0625rem; }
    .notice p + p { margin-top: 10px; }
    .notice + .pulse { margin-top: 14px; }
    .outside { color: var(--care-ink); font-weight: 600; }
    .pulse-title { font-size: 1.3rem; line-height: 1.35; text-wrap: balance; }
    .pulse-title + p { margin-top: 8px; }
    .below { margin-top: 12px; }
    .before { margin: 0 0 16px; }
    svg { display: block; width: 100%; height: auto; overflow: visible; }
    .axes { margin: 0; }
    .shape-figure { margin: 0; display: grid; gap: 10px; justify-items: center; text-align: center; }
    .shape-figure .legend { justify-content: center; margin-top: 6px; }
    .radar { max-width: 400px; }
    .ring, .spoke { fill: none; stroke: var(--mark-quiet); }
    .shape { fill: var(--mark-fill); stroke: var(--mark-accent); stroke-width: 2; stroke-linejoin: round; }
    .corner { fill: var(--mark-accent); stroke: var(--ground); stroke-width: 1.5; }
    .corner.one { fill: var(--ground); stroke: var(--mark-accent); stroke-width: 2.5; }
    .name { fill: var(--ink); font-size: 13px; font-weight: 600; }
    .reading { fill: var(--soft-ink); font-size: 13px; }
    .ring-value { fill: var(--soft-ink); font-size: 12.5px; }
    .swatch { flex: none; width: 11px; height: 11px; border-radius: 3px; }
    .swatch.two { background: var(--mark-accent); border-radius: 1px; transform: rotate(45deg) scale(.85); }
    .swatch.one { border: 2.5px solid var(--mark-accent); border-radius: 50%; }
    .axis-list { list-style: none; margin: 24px 0 0; padding: 0; display: grid; gap: 22px 32px; }
    .rail { position: relative; height: 16px; margin: 6px 7px 2px; }
    .rail::before { content: ""; position: absolute; left: -7px; right: -7px; top: 7px; height: 2px; border-radius: 1px; background: var(--mark-quiet); }
    .rail .fill { position: absolute; top: 6px; height: 4px; border-radius: 2px; background: var(--mark-accent); }
    .rail .zero { position: absolute; top: 2px; height: 12px; width: 2px; margin-left: -1px; background: var(--mark-edge); }
    .rail .knob { position: absolute; top: 2px; width: 12px; height: 12px; margin-left: -6px; background: var(--mark-accent); }
    .rail.two .knob { transform: rotate(45deg) scale(.85); border-radius: 1px; }
    .rail.one .knob { background: var(--ground); border: 2.5px solid var(--mark-accent); border-radius: 50%; }
    .rail .knob.none { display: none; }
    .ends { display: flex; justify-content: space-between; gap: 8px; position: relative; font-size: .75rem; color: var(--soft-ink); }
    .plot .ends { white-space: nowrap; gap: 4px; }
    .ends .at-zero { position: absolute; transform: translateX(-50%); }
    .plot { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; column-gap: 8px; row-gap: 8px; margin: 18px 0 12px; }
    .plot > svg { grid-column: 2; grid-row: 1; height: 92px; }
    .plot > figcaption { grid-column: 2; grid-row: 2; }
    .scale { grid-column: 1; grid-row: 1; position: relative; font-size: .75rem; font-variant-numeric: tabular-nums; color: var(--soft-ink); }
    .scale span { position: absolute; right: 0; line-height: 1; transform: translateY(50%); white-space: nowrap; }
    .last-value { grid-column: 3; color: var(--ink); font-weight: 600; }
    .last-value span { right: auto; left: 0; }
    .grid-line, .half, .line, .dot, .whisker { vector-effect: non-scaling-stroke; fill: none; }
    .grid-line { stroke: var(--mark-quiet); stroke-width: 1; }
    .half { stroke: var(--mark-quiet); stroke-width: 1; stroke-dasharray: 2 4; }
    .zone { fill: var(--mark-zone); }
    .line { stroke: var(--mark-accent); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
    .dot { stroke: var(--mark-accent); stroke-width: 5; stroke-linecap: round; }
    .dot.last { stroke-width: 9; }
    .dot.value { stroke-width: 13; }
    .whisker { stroke: var(--mark-accent); stroke-width: 3; stroke-linecap: round; }
    .interval { margin: 8px 6px 10px; }
    .interval svg { height: 24px; }
    .interval .ends { margin: 2px -6px 0; }
    .bar-0 { fill: var(--mark-accent); } .bar-1 { fill: var(--mark-second); } .bar-2 { fill: var(--mark-third); }
    .key-0 { background: var(--mark-accent); } .key-1 { background: var(--mark-second); } .key-2 { background: var(--mark-third); }
    .dots { margin: 20px 0 14px; }
    .dots .ends { margin-top: 8px; }
    .day { fill: var(--mark-accent); stroke: var(--mark-accent); stroke-width: 1.5; }
    .day.off { fill: none; stroke: var(--mark-edge); }
    .no-day { stroke: var(--mark-edge); stroke-width: 1.5; }
    data { white-space: nowrap; }
    .watch { font-size: .8125rem; color: var(--accent-ink); margin-top: 4px; }
    .numbers { font-variant-numeric: tabular-nums; }
    p.numbers, span.numbers { font-size: .9375rem; }
    p.numbers b { font-weight: 600; font-size: 1.0625rem; }
    .sub { margin: 28px 0 0; }
    .rows.wide { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(250px, 100%), 1fr)); gap: 0 32px; }
    .rows.wide > li, .rows.wide > li:first-child { border-top: 1px solid var(--mark-line); padding: 10px 0; }
    .hints { list-style: none; margin: 0; padding: 0; display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr)); }
    .hints li { border: 1px dashed var(--mark-edge); border-radius: 12px; padding: 14px 16px; }
    .hints p { margin-top: 4px; }
    .heat { width: 100%; table-layout: fixed; border-spacing: 3px; border-collapse: separate; }
    .heat th { font-size: .875rem; line-height: 1.25; padding-right: 6px; }
    .heat thead th { font-size: .75rem; color: var(--soft-ink); text-align: center; padding: 0; overflow-wrap: normal; }
    .heat .label { width: 20%; }
    .heat .count, .heat thead .count { width: 5%; text-align: right; font-size: .8125rem; color: var(--soft-ink); }
    .heat.long { width: auto; table-layout: auto; } .heat.long td { min-width: 20px; } .heat.long .label { min-width: 96px; }
    .cell { display: block; height: 22px; border-radius: 5px; border: 1px solid transparent; }
    .cell.yes { background: var(--mark-accent); }
    .cell.no { background: var(--mark-zone); border-color: var(--mark-quiet); }
    .cell.unknown { border: 1px dashed var(--mark-quiet); }
    .legend { display: flex; flex-wrap: wrap; gap: 6px 18px; margin: 14px 0 0; font-size: .8125rem; color: var(--soft-ink); padding: 0; list-style: none; }
    .legend li { display: flex; align-items: center; gap: 7px; }
    .legend .cell { width: 16px; height: 16px; flex: none; }
    .legend .date { margin: 0; flex: none; }
    .stats { display: grid; grid-template-columns: repeat(3, auto); justify-content: start; gap: 12px 40px; margin: 0 0 18px; }
    .stats div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
    .stats dt { font-size: .8125rem; color: var(--soft-ink); }
    .stats dd { margin: 0; font-size: 1.9rem; line-height: 1.2; font-weight: 500; font-variant-numeric: tabular-nums; }
    .months { display: flex; flex-wrap: wrap; gap: 24px 32px; }
    .calendar { width: 212px; table-layout: fixed; text-align: center; }
    .calendar caption { text-align: left; font-size: .9375rem; font-weight: 600; padding-bottom: 6px; }
    .calendar th { font-size: .75rem; color: var(--soft-ink); text-align: center; padding-bottom: 4px; }
    .calendar td { padding: 1px; height: 32px; }
    .date { display: block; width: 28px; height: 28px; margin: 0 auto; line-height: 26px; border-radius: 50%; font-size: .8125rem; border: 1px solid transparent; color: var(--soft-ink); }
    .date.kept { background: var(--tint-good); border-color: var(--mark-second); color: var(--good-ink); font-weight: 600; }
    .date.neutral { color: var(--care-ink); opacity: .6; }
    .date.rest { border: 1px dashed var(--mark-third); color: var(--care-ink); }
    .date.open { border-color: var(--mark-accent); color: var(--accent-ink); }
    .holder { position: relative; }
    @media (min-width: 560px) {
      .axis-list { grid-template-columns: repeat(auto-fit, minmax(165px, 1fr)); }
      .axis-list .head { flex-direction: column; gap: 0; }
    }
    @media (min-width: 640px) and (max-width: 899px) {
      .grid.three { grid-template-columns: 1fr 1fr; }
      .three > :last-child:nth-child(odd) { grid-column: 1 / -1; }
    }
    @media (min-width: 900px) {
      .two-columns { grid-template-columns: 1fr 1fr; align-items: start; }
      .two-columns > .axes { display: contents; }
      .two-columns .axis-list { grid-column: 1 / -1; margin-top: 0; }
      .grid.three { grid-template-columns: repeat(6, 1fr); }
      .three > * { grid-column: span 2; }
      .three > :last-child:nth-child(3n + 2), .three > :nth-last-child(2):nth-child(3n + 1), .three > :last-child:nth-child(3n + 1), .three > :nth-last-child(2):nth-child(3n), .three > :nth-last-child(3):nth-child(3n + 2), .three > :nth-last-child(4):nth-child(3n + 1) { grid-column: span 3; }
      .three > :only-child { grid-column: 1 / -1; }
      .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 32px; align-items: start; }
      .pair > * { min-width: 0; }
      .pair > :only-child { grid-column: 1 / -1; }
      .pair > section:only-child .cards { grid-template-columns: repeat(3, 1fr); }
      .pair > div:only-child { display: grid; grid-template-columns: 1fr 1fr; gap: 0 32px; align-items: start; }
    }
    @media (max-width: 480px) {
      .stats { gap: 12px 20px; }
      .who { gap: 14px; } .sign { width: 60px; height: 60px; }
      .heat { border-spacing: 2px; }
      .heat .label { width: 31%; }
      .heat .count, .heat thead .count { width: 6%; font-size: .75rem; }
      .heat th { font-size: .78rem; letter-spacing: -.01em; padding-right: 0; hyphens: auto; }
      .heat thead th { font-size: .6875rem; letter-spacing: -.04em; white-space: nowrap; }
      .heat thead th:nth-child(even) time { clip-path: inset(50%); }
      .cell { height: 18px; border-radius: 4px; }
    }
    @media (forced-colors: active) {
      .cell.yes, .rail .fill, .rail .knob, .swatch, .picture { forced-color-adjust: none; background: CanvasText; }
    }
    /* One sheet for a doctor: how things are, what changed, what was felt and what helped. Advice and tables stay on the screen. */
    @media print {
      .shape-figure, .later, .next, section.numbers, .sub, .rows.wide, .pair > div, .sign, .beside, .watch, .three .note, .cards .note, .interval .ends, footer details { display: none; }
      footer p { display: inline; margin-right: 16px; }
      h1 { font-size: 22px; } h2 { font-size: 13px; margin-bottom: 4px; } section { margin-top: 10px; } footer { margin-top: 8px; padding-top: 3px; }
      .card { padding: 5px 8px; } .grid, .grid.three { gap: 6px; } .chip { font-size: 8px; }
      .two-columns { grid-template-columns: 1fr; gap: 8px; }
      .axis-list { margin: 0; grid-template-columns: repeat(5, 1fr); gap: 6px 16px; }
      .axis-list .head { flex-direction: column; gap: 0; }
      .pulse { padding: 6px 10px; margin-top: 8px; border-radius: 8px; border: 1px solid var(--mark-line); }
      .pulse-title { font-size: 13px; } .notice { font-size: 11px; } .notice p + p { margin-top: 3px; }
      .below { margin-top: 6px; }
      .grid.three { grid-template-columns: repeat(5, 1fr); }
      .three > :is(*, :last-child, :nth-last-child(n)):nth-child(n) { grid-column: auto; }
      .grid.cards { grid-template-columns: repeat(5, 1fr); }
      .plot { margin: 9px 0 3px; row-gap: 2px; } .plot > svg { height: 34px; }
      .dots { margin: 6px 0 3px; } .dots .ends { margin-top: 2px; }
      .interval { margin: 2px 6px 3px; } .interval svg { height: 14px; }
      .pair { display: block; }
      .heat { border-spacing: 2px; } .cell { height: 8px; border-radius: 2px; }
      .legend { margin-top: 4px; gap: 2px 14px; } .legend .cell { width: 9px; height: 9px; }
    }
    """
}
