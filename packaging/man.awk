# Turns help pages, each after a line of \001 and its command, into one man page. Read by packaging/man.

BEGIN {
  printf ".\\\" Made by packaging/man from the program's own help.\n"
  printf ".TH TERRAIN 1 %s \"terrain %s\" \"User Commands\"\n", day, version
}

# MARK: Lines of help

/^\001/ {
  finish()
  command = substr($0, 2)
  isRoot = command == "terrain"
  if (command ~ /^terrain [^ ]+$/ && !details++) heading("COMMANDS IN DETAIL")
  if (!isRoot) printf ".SS \"%s\"\n", command
  section = "SUMMARY"
  blank = 0
  next
}
/^$/ { flush(); blank = 1; next }
blank && /^[A-Z][A-Z ]+$/ {
  section = $0
  blank = 0
  if (isRoot && section == "USAGE") heading("SYNOPSIS")
  if (isRoot && section != "USAGE") heading(section)
  if (!isRoot) finish()
  next
}
blank && section == "USAGE" { section = "TEXT"; if (isRoot) heading("DESCRIPTION") }
section == "SUMMARY" {
  if (isRoot) {
    heading("NAME")
    sub(/\.$/, "")
    put("terrain \\- " prose(tolower(substr($0, 1, 1)) substr($0, 2)))
  } else {
    put(prose($0 "."))
  }
  next
}
section == "USAGE" { sub(/^ +/, ""); if (!isRoot) paragraph(); put(term($0)); next }
section == "TEXT" || section == "EXAMPLES" {
  blank = 0
  isExample = section == "EXAMPLES" ? /^    / : /^ /
  if (section == "EXAMPLES") sub(/^  /, "")
  if (isExample) sub(/^  /, "")
  if (isExample) {
    flush()
    if (!inExample) print ".PP\n.RS 4\n.EX"
    inExample = 1
    verbatim($0)
  } else {
    closeExample()
    words = words (words == "" ? "" : " ") $0
  }
  next
}
# Lists: a name, at least two spaces, and what it is about, continued below with more space in front.
/^  [^ ]/ {
  flush()
  sub(/^  /, "")
  at = match($0, /   */)
  name = at ? substr($0, 1, at - 1) : $0
  words = at ? substr($0, at + RLENGTH) : ""
  # Every command has it; it is explained once, above.
  isSkipped = !isRoot && name == "-h, --help"
  if (isSkipped) name = words = ""
  next
}
/^   / { sub(/^ +/, ""); if (!isSkipped) words = words (words == "" ? "" : " ") $0 }

END {
  finish()
  heading("ENVIRONMENT")
  item("TERRAIN_HOME", "The folder in which packs (`ContentPacks`), rule sets (`Rules`) and schemas are looked for first.")
  item("TERRAIN_DOCUMENTATION", "The address at which the pages of diagnostics are published, for links in reports.")
  heading("FILES")
  item("../share/terrain", "Beside the folder of the program: its own packs, rules and schemas, which are used where no others are in reach.")
}

# MARK: Output

function heading(title) { finish(); printf ".SH \"%s\"\n", title; isFirst = 1 }
function paragraph() { finish(); if (!isFirst) print ".PP"; isFirst = 0 }
function item(title, text) { print ".TP"; put(title ~ /^[A-Z]/ ? "\\fB" literal(title) "\\fP" : "\\fI" literal(title) "\\fP"); put(prose(text)) }
function closeExample() { if (inExample) print ".EE\n.RE"; inExample = 0 }

# Writes what was collected: an entry of a list, or a paragraph.
function flush() {
  if (name != "") {
    print ".TP"
    put(term(name))
    put(prose(words))
  } else if (words != "") {
    if (!isFirst) print ".PP"
    put(prose(words))
  }
  if (name != "" || words != "") isFirst = 0
  name = words = ""
}
function finish() { flush(); closeExample() }

# Writes roff text in short lines (readers spell out what is not ASCII), none of which is taken for a request.
function put(text,   parts, count, i, line) {
  count = split(text, parts, " ")
  line = ""
  for (i = 1; i <= count; i++) {
    if (line != "" && length(line) + length(parts[i]) > 70) { print guarded(line); line = "" }
    line = line (line == "" ? "" : " ") parts[i]
  }
  if (line != "") print guarded(line)
}
# Writes a line as it is; one that is too long is continued.
function verbatim(text,   line, at) {
  line = guarded(literal(text))
  while (length(line) > 78) {
    at = 76
    while (at > 40 && substr(line, at, 1) != " ") at--
    if (at <= 40) break
    print substr(line, 1, at) "\\"
    line = substr(line, at + 1)
  }
  print line
}
function guarded(line) { return line ~ /^[.']/ ? "\\&" line : line }

# MARK: Text

# Text that has to be copied as it is.
function literal(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  gsub(/'/, "\\(aq", text)
  gsub(/`/, "\\(ga", text)
  gsub(/\^/, "\\(ha", text)
  gsub(/~/, "\\(ti", text)
  return text
}
# Sentences, with code in backticks.
function prose(text,   result, start, size) {
  result = ""
  while (match(text, /`[^`]+`/)) {
    start = RSTART # `plain` matches too
    size = RLENGTH
    result = result plain(substr(text, 1, start - 1)) "\\fB" literal(substr(text, start + 1, size - 2)) "\\fP"
    text = substr(text, start + size)
  }
  return result plain(text)
}
# Sentences without code: only options have hyphens that are to be copied.
function plain(text,   result, at) {
  gsub(/\\/, "\\e", text)
  result = ""
  while (match(text, /(^|[ (\[])--?[a-z][a-z-]*/)) {
    at = substr(text, RSTART, RLENGTH)
    gsub(/-/, "\\-", at)
    result = result substr(text, 1, RSTART - 1) at
    text = substr(text, RSTART + RLENGTH)
  }
  return result text
}
# Options and names bold, what stands for a value in italics.
function term(text,   parts, count, i, result) {
  count = split(text, parts, " ")
  result = ""
  for (i = 1; i <= count; i++) {
    result = result (i > 1 ? " " : "") (parts[i] ~ /^\[?[A-Z]/ ? "\\fI" : "\\fB") literal(parts[i]) "\\fP"
  }
  return result
}
