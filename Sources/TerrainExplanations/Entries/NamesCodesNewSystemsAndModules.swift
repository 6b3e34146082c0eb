extension ExplanationText {
  static let namesCodesNewSystemsAndModules = #"""
    # where/unknown-name
    Nothing in the pack and its rules declares this name.
    - Why: An empty list would look like a name that nothing uses.
    - Wrong: `terrain where wether ContentPacks Rules`
    - Right: `terrain where weather ContentPacks Rules`

    # rename/several-names
    Several things are called this, and it is not known which of them is to be renamed.
    - Why: Renaming all of them would change things that were not meant.
    - Wrong: `terrain rename cold chilly ContentPacks Rules` where several things are called `cold`
    - Right: `terrain rename season_points points ContentPacks Rules`

    # rename/fixed-name
    The program evaluates this decision by its name, so that it has to keep it.
    - Why: The program would no longer find the decision.
    - Wrong: `terrain rename small.suggest.score value ContentPacks Rules`, which the ranking evaluates by its name
    - Right: `terrain rename need_points points ContentPacks Rules`

    # rename/rules-have-mistakes
    While rules have mistakes, values and ids in them have no types, and some uses of a name would be missed.
    - Why: A rename is complete or it is not made.
    - Wrong: `terrain rename n visits ContentPacks Rules` while a row mentions an unknown name
    - Right: `terrain where n ContentPacks Rules`, and the mistake corrected first

    # rename/bad-name
    The new name is not one that something of this kind can have.
    - Why: Conditions could no longer refer to it.
    - Wrong: `terrain rename need_points "the points" ContentPacks Rules`
    - Right: `terrain rename need_points points_of_need ContentPacks Rules`

    # rename/name-taken
    Something of the same kind has the new name, or another name that expressions could mean.
    - Why: Every mention of the name would be ambiguous afterward.
    - Wrong: `terrain rename need_points score ContentPacks Rules`
    - Right: `terrain rename need_points points_of_need ContentPacks Rules`

    # rename/not-written
    The name is meant at this location but is not written there as one word, such as the id of a record that is its file.
    - Why: There is no text that could be changed.
    - Wrong: renaming the only record of a file that has no `id`
    - Right: the same after writing `id: NAME` into the record

    # rename/new-problems
    With the new name in all locations that are known, `terrain validate` would report something new. Nothing is written.
    - Why: A rename must not change what the files mean; where it would, a person has to look.
    - Wrong: renaming a kind whose name a schema has as a constant
    - Right: changing the schema in the same way by hand

    # file/elsewhere
    A file would be changed that neither belongs to the folder in which the command runs nor to anything that its command line names.
    - Why: The pack of `TERRAIN_HOME` serves whoever names no other. A change there may be one for other people, so it has to be
      meant.
    - Wrong: `terrain rename need_points points` in a folder without packs, while `TERRAIN_HOME` has some
    - Right: `terrain rename need_points points --pack small`

    # new/bad-name
    A new pack or rule set cannot be called this, or a new module.
    - Why: The name becomes a folder, an id and a prefix of modules, in which other characters are not permitted.
    - Wrong: `terrain rules new r.while`
    - Right: `terrain rules new r.prices`

    # new/file-exists
    A file that would be created exists, or a module of this name.
    - Why: Nothing is ever overwritten.
    - Wrong: `terrain rules new r.m` where there is a module `r.m`
    - Right: `terrain rules new r.prices`

    # new/no-rule-set
    A new module does not begin with the name of a rule set in the folder.
    - Why: The module would belong to no rule set, and never be used.
    - Wrong: `terrain rules new q.prices` where the rule set is `r`
    - Right: `terrain rules new r.prices`

    # new/no-schemas
    The schemas that a new system gets copies of are not beside the program.
    - Why: Without schemas the new files could not be checked elsewhere.
    - Wrong: the program alone, copied to another machine
    - Right: `TERRAIN_HOME` names a folder with `ContentPacks/Schemas`

    # diagnostics/unknown-code
    No diagnostic has this code.
    - Why: A misspelled code would look like one without an explanation.
    - Wrong: `terrain diagnostics pack/unknown-vlaue`
    - Right: `terrain diagnostics pack/unknown-value`

    # book/unknown-locale
    The pack has no texts in the locale that a book is to be in.
    - Why: Every text would be in another language than the one that was asked for.
    - Wrong: `terrain book small --locale fr`
    - Right: `terrain book small --locale zh-Hans`

    # book/not-a-playground
    The file of `terrain book --interactive` is not a page that `bin/playground` wrote.
    - Why: The book is to contain the engine, which such a page has.
    - Wrong: `terrain book small --interactive page.html`
    - Right: a file that `bin/playground small -o playground.html` wrote

    # book/other-playground
    The playground was made of another pack, or of an earlier state of this pack or its rules.
    - Why: The rules in the book would not be those that readers try in it.
    - Wrong: `terrain book small --interactive playground.html`
    - Right: what `bin/playground small -o playground.html` writes now

    # new/no-ids
    The pack that `terrain pack new --from` is to copy, or its rule set, has no id.
    - Why: The copy has another id in each file that has this one; without it, nothing can be renamed.
    - Wrong: a manifest without `id`
    - Right: a pack that `terrain validate` accepts
    """#
}
