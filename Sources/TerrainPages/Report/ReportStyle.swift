/// The report's style sheet. Colours have names by what they are for: `--…-ink` are for words, `--mark-…` for shapes that carry
/// no words, `--ground`, `--card` and `--tint-…` for what lies behind words. A test computes the contrast of every word.
enum ReportStyle {
  static let sheet: StaticString = """
    :root {
      color-scheme: light dark;
      --ground: #FAFAF8; --card: #FFFFFF; --tint-good: #EEF3EE; --tint-care: #F8F2E6; --tint-plain: #F3F1EC;
      --ink: #1A1A1A; --soft-ink: #5E5850; --accent-ink: #705A3C; --good-ink: #3F6546; --care-ink: #775818;
      --mark-line: #E6E2DA; --mark-accent: #8B7355; --mark-good: #7A9E7E; --mark-care: #C9A96E; --mark-zone: #E4EDE4;
      --mark-quiet: #DAD5CB; --mark-gap: #A9A297; --mark-fill: #8B735533;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #171614; --card: #201F1C; --tint-good: #242C25; --tint-care: #302A1E; --tint-plain: #2A2825;
        --ink: #EDEAE4; --soft-ink: #B7B0A5; --accent-ink: #D0B895; --good-ink: #A6CBAA; --care-ink: #E0C48F;
        --mark-line: #36332E; --mark-accent: #B79C78; --mark-good: #7A9E7E; --mark-care: #C9A96E; --mark-zone: #2A352B;
        --mark-quiet: #47433C; --mark-gap: #6E685E; --mark-fill: #B79C7844;
      }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
      font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Noto Sans CJK SC", sans-serif;
    }
    h1, h2, .pulse-title { font-family: ui-serif, "Iowan Old Style", Georgia, "Songti SC", "Noto Serif CJK SC", serif; font-weight: 500; }
    main { max-width: 1088px; margin: 0 auto; padding: 40px 24px 56px; }
    h1 { font-size: 2.6rem; line-height: 1.12; margin: 0; letter-spacing: -0.01em; }
    h2 { font-size: 1.45rem; line-height: 1.3; margin: 0 0 16px; }
    h3 { font-size: 1rem; line-height: 1.35; font-weight: 600; margin: 0; }
    h4 { font-size: .8125rem; font-weight: 600; margin: 16px 0 8px; color: var(--soft-ink); }
    p { margin: 0; }
    section { margin-top: 56px; }
    .soft { color: var(--soft-ink); }
    .small { font-size: .8125rem; }
    .eyebrow { color: var(--accent-ink); font-size: .8125rem; letter-spacing: .08em; text-transform: uppercase; margin-bottom: 12px; }
    .under { color: var(--soft-ink); font-size: 1.0625rem; margin-top: 8px; }
    .modifier { color: var(--accent-ink); font-size: 1.5rem; white-space: nowrap; }
    .card { background: var(--card); border: 1px solid var(--mark-line); border-radius: 14px; padding: 20px; }
    .before { margin-bottom: 16px; }
    .top { display: grid; gap: 32px 48px; }
    .pulse { background: var(--tint-plain); border-radius: 14px; padding: 20px 22px; margin-top: 28px; }
    .pulse.care { background: var(--tint-care); }
    .pulse-title { font-size: 1.3rem; line-height: 1.35; }
    .pulse-title + p { margin-top: 8px; }
    .axes-figure { margin: 0; display: grid; gap: 12px; }
    svg { display: block; width: 100%; height: auto; overflow: visible; }
    .radar { max-width: 480px; margin: 0 auto; }
    .axes-figure figcaption { text-align: center; }
    .ring { fill: none; stroke: var(--mark-line); }
    .ring.middle { stroke: var(--mark-quiet); stroke-dasharray: 3 3; }
    .spoke { stroke: var(--mark-line); }
    .shape { fill: var(--mark-fill); stroke: var(--mark-accent); stroke-width: 2; stroke-linejoin: round; }
    .corner { fill: var(--mark-accent); }
    .name { fill: var(--ink); font-size: 13px; font-weight: 600; }
    .reading { fill: var(--soft-ink); font-size: 12px; }
    .zone { fill: var(--mark-zone); }
    .line { fill: none; stroke: var(--mark-accent); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
    .dot, .last { fill: var(--mark-accent); }
    .last { stroke: var(--card); stroke-width: 2; }
    .gap { fill: var(--mark-gap); }
    .bar-0 { fill: var(--mark-accent); } .bar-1 { fill: var(--mark-good); } .bar-2 { fill: var(--mark-care); }
    .key { display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin: 0 2px 0 8px; }
    .key-0 { background: var(--mark-accent); } .key-1 { background: var(--mark-good); } .key-2 { background: var(--mark-care); }
    .nowrap { white-space: nowrap; }
    .whisker { stroke: var(--mark-accent); stroke-width: 2; stroke-linecap: round; }
    .rail { stroke: var(--mark-line); stroke-width: 2; stroke-linecap: round; }
    .tick { stroke: var(--mark-quiet); stroke-width: 1.5; }
    .grid { display: grid; gap: 16px; }
    .grid > * { min-width: 0; }
    .head { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; flex-wrap: wrap; }
    .chip { font-size: .8125rem; font-weight: 600; border-radius: 999px; padding: 2px 10px; background: var(--tint-plain); color: var(--soft-ink); white-space: nowrap; }
    .chip.good { background: var(--tint-good); color: var(--good-ink); }
    .chip.care { background: var(--tint-care); color: var(--care-ink); }
    .watch { font-size: .8125rem; color: var(--accent-ink); }
    figure { margin: 14px 0 10px; }
    .ends { display: flex; justify-content: space-between; font-size: .75rem; color: var(--soft-ink); margin-top: 4px; }
    .numbers { font-variant-numeric: tabular-nums; font-size: .9375rem; }
    .numbers b { font-weight: 600; font-size: 1.0625rem; }
    .note { margin-top: 10px; color: var(--soft-ink); font-size: .9375rem; }
    details { margin-top: 12px; }
    summary { cursor: pointer; color: var(--soft-ink); font-size: .8125rem; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th { font-weight: 500; text-align: left; }
    .data { width: 100%; font-size: .8125rem; margin-top: 8px; }
    .data th, .data td { padding: 3px 10px 3px 0; vertical-align: top; border-top: 1px solid var(--mark-line); }
    .data thead th { border-top: 0; color: var(--soft-ink); }
    .data th { color: var(--soft-ink); }
    .data td:last-child, .data th:last-child { padding-right: 0; }
    .data .right { text-align: right; }
    .heat { width: 100%; table-layout: fixed; border-spacing: 3px; border-collapse: separate; margin-left: -3px; }
    .heat th { font-size: .875rem; line-height: 1.25; padding-right: 6px; }
    .heat thead th { font-size: .6875rem; color: var(--soft-ink); text-align: center; padding: 0; font-weight: 500; overflow-wrap: normal; }
    .heat .label { width: 20%; }
    .heat .count { width: 5%; text-align: right; font-size: .8125rem; color: var(--soft-ink); }
    .cell { display: block; height: 22px; border-radius: 5px; background: var(--mark-line); }
    .cell.yes { background: var(--mark-accent); }
    .cell.no { background: var(--mark-zone); }
    .cell.unknown { background: none; border: 1px dashed var(--mark-quiet); }
    .legend { display: flex; flex-wrap: wrap; gap: 6px 18px; margin-top: 14px; font-size: .8125rem; color: var(--soft-ink); padding: 0; list-style: none; }
    .legend li { display: flex; align-items: center; gap: 7px; }
    .legend .cell { width: 16px; height: 16px; flex: none; }
    .rows { list-style: none; margin: 0; padding: 0; }
    .rows > li { padding: 12px 0; border-top: 1px solid var(--mark-line); }
    .rows > li:first-child { border-top: 0; padding-top: 0; }
    .rows > li:last-child { padding-bottom: 0; }
    .rows .note { margin-top: 3px; }
    .stats { display: grid; grid-template-columns: repeat(3, auto); justify-content: start; gap: 12px 40px; margin: 0 0 18px; }
    .stats div { display: flex; flex-direction: column-reverse; }
    .stats dt { font-size: .8125rem; color: var(--soft-ink); }
    .stats dd { margin: 0; font-size: 1.9rem; line-height: 1.2; font-weight: 500; font-variant-numeric: tabular-nums; }
    .months { display: flex; flex-wrap: wrap; gap: 24px 32px; }
    .calendar { width: 212px; table-layout: fixed; text-align: center; }
    .calendar caption { text-align: left; font-size: .9375rem; font-weight: 600; padding-bottom: 6px; }
    .calendar th { font-size: .6875rem; color: var(--soft-ink); text-align: center; padding-bottom: 4px; }
    .calendar td { padding: 1px; height: 32px; }
    .date { display: block; width: 28px; height: 28px; margin: 0 auto; line-height: 26px; border-radius: 50%; font-size: .8125rem; border: 1px solid transparent; color: var(--soft-ink); }
    .date.kept { background: var(--tint-good); border-color: var(--mark-good); color: var(--good-ink); font-weight: 600; }
    .date.rest { border: 1px dashed var(--mark-care); color: var(--care-ink); }
    .date.open { border-color: var(--mark-accent); color: var(--accent-ink); }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    .holder { position: relative; }
    footer { margin-top: 56px; padding-top: 16px; border-top: 1px solid var(--mark-line); font-size: .8125rem; color: var(--soft-ink); }
    @media (min-width: 640px) and (max-width: 899px) {
      .grid.three { grid-template-columns: 1fr 1fr; }
      .grid.three > .span-two-2 { grid-column: span 2; }
    }
    @media (min-width: 900px) {
      .top { grid-template-columns: 1fr 1fr; align-items: start; }
      .grid.three { grid-template-columns: 1fr 1fr 1fr; }
      .grid.three > .span-three-2 { grid-column: span 2; }
      .grid.three > .span-three-3 { grid-column: span 3; }
      .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 32px; align-items: start; }
    }
    @media (max-width: 480px) {
      main { padding: 24px 16px 40px; }
      h1 { font-size: 2.1rem; }
      section { margin-top: 44px; }
      .card { padding: 16px; }
      .stats { gap: 12px 24px; }
      .heat { border-spacing: 2px; margin-left: -2px; }
      .heat .label { width: 27%; }
      .heat .count { width: 6%; }
      .heat th { font-size: .8125rem; padding-right: 2px; }
      .heat thead th { font-size: .625rem; letter-spacing: -.03em; }
      .cell { height: 18px; border-radius: 4px; }
    }
    @page { size: A4; margin: 12mm; }
    @media print {
      :root {
        --ground: #FFFFFF; --card: #FFFFFF; --tint-good: #EEF3EE; --tint-care: #F8F2E6; --tint-plain: #F3F1EC;
        --ink: #1A1A1A; --soft-ink: #5E5850; --accent-ink: #705A3C; --good-ink: #3F6546; --care-ink: #775818;
        --mark-line: #E6E2DA; --mark-accent: #8B7355; --mark-good: #7A9E7E; --mark-care: #C9A96E; --mark-zone: #E4EDE4;
        --mark-quiet: #DAD5CB; --mark-gap: #A9A297; --mark-fill: #8B735533;
      }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      html { font-size: 10px; }
      body { font-size: 10px; line-height: 1.4; }
      main { max-width: none; padding: 0; }
      section { margin-top: 14px; }
      details, footer { display: none; }
      .top { grid-template-columns: 1fr 1fr; gap: 20px; }
      .radar { max-width: 250px; }
      .axes-table { display: none; }
      .grid { gap: 8px; }
      .grid.three { grid-template-columns: repeat(4, 1fr); }
      .grid.three > .span-print-2 { grid-column: span 2; }
      .grid.three > .span-print-3 { grid-column: span 3; }
      .grid.three > .span-print-4 { grid-column: span 4; }
      .pair { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0 12px; align-items: start; }
      .pair > .side { display: contents; }
      .effects { grid-column: span 3; } .streak { grid-column: span 2; }
      .grid.cards { grid-template-columns: repeat(3, 1fr); }
      .grid.cards > :nth-child(n+7) { display: none; }
      .card > .rows { columns: 2; column-gap: 20px; }
      h1 { font-size: 26px; } h2 { font-size: 15px; margin-bottom: 7px; }
      .card { padding: 9px 11px; border-radius: 8px; break-inside: avoid; }
      .pulse { padding: 10px 12px; margin-top: 12px; border-radius: 8px; }
      figure { margin: 5px 0 3px; }
      .note { margin-top: 4px; }
      .rows > li { padding: 4px 0; break-inside: avoid; }
      .cell { height: 12px; border-radius: 3px; }
      .second { break-before: page; }
      .months { gap: 10px 16px; } .calendar { width: 112px; } .calendar td { height: 17px; padding: 0; } .date { width: 15px; height: 15px; line-height: 13px; font-size: 7.5px; }
      .legend { margin-top: 6px; gap: 4px 14px; } .legend .cell, .legend .date { width: 10px; height: 10px; }
      .stats { margin-bottom: 8px; } .stats dd { font-size: 18px; }
    }
    """
}
