/// What methods return, as types: every member of a response, with its meaning.
///
/// The types are generated from the operations, as the schemas in `ContentPacks/Schemas/responses` are. Members whose names only a pack
/// declares are dictionaries; a member that a response may lack, or that is null, is optional.
public enum Results {}
