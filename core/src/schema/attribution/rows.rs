//! The table: one row for each thing that can happen to a schema, with the words of both sides.

use super::row::Class::{Breaks, Default, Safe, Unsure};
use super::row::{Pair, Words};
use crate::rules::Aspect::{Bounds, Existence, Requiredness, Structure, Type, Values};
use crate::rules::Meta;
use crate::rules::Movement::{Add, Change, Narrow, Remove, Widen};

const KEEP_ACCEPTING: &str = "keep accepting what was accepted before, or publish it as a new tool";
const KEEP_PROMISE: &str = "keep what was promised before, or publish it as a new tool";
const ACCEPT: &str = "nothing to repair: accept it with `mcpward baseline`";

const REJECTED: &str = "a call that worked before is rejected";
const MORE_ACCEPTED: &str = "every call that worked before still works";
const UNEXPECTED: &str = "a caller that relies on the old schema may receive a value it cannot handle";
const LESS_SENT: &str = "whatever comes was already possible before";

macro_rules! rows {
    ($($key:ident = $name:literal, $aspect:ident, $movement:ident,
        $in_class:ident $in_title:literal, $in_why:expr, $in_fix:expr;
        $out_class:ident $out_title:literal, $out_why:expr, $out_fix:expr;)*) => {
        $(pub(super) static $key: Pair = Pair::new(
            (concat!("drift/", $name), concat!("drift/output-", $name)),
            ($aspect, $movement),
            &Words { class: $in_class, title: $in_title, why: $in_why, fix: $in_fix },
            &Words { class: $out_class, title: $out_title, why: $out_why, fix: $out_fix },
        );)*
        /// Every pair, in the order of the table.
        #[cfg(test)]
        pub(super) const PAIRS: &[&Pair] = &[$(&$key),*];
        /// Every row of both sides, for the registry.
        pub static CHANGE_ROWS: &[&Meta] = &[$(&$key.input, &$key.output),*];
    };
}

rows! {
    PROPERTY_REQUIRED_ADDED = "property-required-added", Requiredness, Add,
        Breaks "A new property must be sent",
            "every call that worked before lacks it and is rejected",
            "make it optional with a default, or publish it as a new tool";
        Safe "A new output property always comes", LESS_SENT, ACCEPT;
    PROPERTY_ADDED = "property-added", Existence, Add,
        Safe "A new property may be sent", MORE_ACCEPTED, ACCEPT;
        Safe "A new output property may come", "a caller that reads declared properties does not notice it", ACCEPT;
    PROPERTY_REMOVED = "property-removed", Existence, Remove,
        Breaks "A declared property is gone",
            "a caller that still sends it is rejected, or its value is silently ignored",
            "keep the property and mark it deprecated until its callers are gone";
        Breaks "A declared output property is gone",
            "a caller that reads it finds nothing",
            "keep sending the property until its readers are gone";
    PROPERTY_REQUIRED_REMOVED = "property-required-removed", Existence, Remove,
        Breaks "A property that had to be sent is gone",
            "every caller sends it, and is rejected or has its value silently ignored",
            "keep the property, make it optional and mark it deprecated until its callers are gone";
        Breaks "An output property that always came is gone",
            "a caller that reads it, as it could rely on it, finds nothing",
            "keep sending the property until its readers are gone";
    PROPERTY_BECAME_REQUIRED = "property-became-required", Requiredness, Narrow,
        Breaks "An optional property must now be sent",
            "a call that left it out is rejected",
            "keep it optional and fill in a default on the server";
        Safe "An optional output property now always comes", LESS_SENT, ACCEPT;
    PROPERTY_BECAME_OPTIONAL = "property-became-optional", Requiredness, Widen,
        Safe "A required property may now be left out", MORE_ACCEPTED, ACCEPT;
        Breaks "A required output property may now be missing",
            "a caller that relies on it finds nothing",
            "keep sending the property in every result";
    TYPE_NARROWED = "type-narrowed", Type, Narrow,
        Breaks "Fewer types are accepted", "a call that sends one of the dropped types is rejected", KEEP_ACCEPTING;
        Safe "Fewer output types may come", LESS_SENT, ACCEPT;
    TYPE_WIDENED = "type-widened", Type, Widen,
        Safe "More types are accepted", MORE_ACCEPTED, ACCEPT;
        Breaks "More output types may come", "a caller that handles the old types only may receive another", KEEP_PROMISE;
    TYPE_CHANGED = "type-changed", Type, Change,
        Breaks "The type is another one", "a call that sends the old type is rejected", KEEP_ACCEPTING;
        Breaks "The output type is another one", "a caller that reads the old type receives another", KEEP_PROMISE;
    ROOT_TYPE_MISSING = "root-type-missing", Structure, Remove,
        Breaks "The whole schema lost its type and properties",
            "nothing is declared any more, so arguments may be ignored without a word",
            "restore the schema: this is most often a generator or registration mistake";
        Breaks "The whole output schema lost its type and properties",
            "nothing is promised any more",
            "restore the schema: this is most often a generator or registration mistake";
    ENUM_VALUE_REMOVED = "enum-value-removed", Values, Narrow,
        Breaks "An allowed value is gone", "a call that sends the value is rejected",
            "keep accepting the value, if need be as an alias of another";
        Safe "A possible output value is gone", LESS_SENT, ACCEPT;
    ENUM_VALUE_ADDED = "enum-value-added", Values, Widen,
        Safe "One more value is allowed", MORE_ACCEPTED, ACCEPT;
        Breaks "One more output value may come", "a caller that handles the old values only may receive the new one",
            "send the new value only to callers that ask for it, or publish it as a new tool";
    ENUM_ADDED = "enum-added", Values, Narrow,
        Breaks "Only listed values are allowed now", "a call that sends any other value is rejected", KEEP_ACCEPTING;
        Safe "Only listed output values may come now", LESS_SENT, ACCEPT;
    ENUM_DROPPED = "enum-dropped", Values, Widen,
        Safe "Values are no longer limited to a list", MORE_ACCEPTED, ACCEPT;
        Breaks "Output values are no longer limited to a list", UNEXPECTED, KEEP_PROMISE;
    BOUND_TIGHTENED = "bound-tightened", Bounds, Narrow,
        Breaks "A limit is tighter", "a call beyond the new limit is rejected", KEEP_ACCEPTING;
        Safe "An output limit is tighter", LESS_SENT, ACCEPT;
    BOUND_LOOSENED = "bound-loosened", Bounds, Widen,
        Safe "A limit is looser", MORE_ACCEPTED, ACCEPT;
        Breaks "An output limit is looser", "a caller that relies on the old limit may receive a value beyond it",
            KEEP_PROMISE;
    SAFE_INTEGER_BOUND_ADDED = "safe-integer-bound-added", Bounds, Narrow,
        Breaks "Integers are limited to what a double holds exactly",
            "a call with an integer beyond 9007199254740991 is rejected",
            "a newer schema generator adds this; check that no caller sends such numbers, then accept it";
        Safe "Output integers are limited to what a double holds exactly", LESS_SENT, ACCEPT;
    SAFE_INTEGER_BOUND_REMOVED = "safe-integer-bound-removed", Bounds, Widen,
        Safe "Integers are no longer limited to what a double holds exactly", MORE_ACCEPTED, ACCEPT;
        Breaks "Output integers are no longer limited to what a double holds exactly",
            "an integer beyond 9007199254740991 loses digits in JavaScript callers",
            "keep such integers within the limit, or send them as strings";
    SIZED_INTEGER_BOUND_ADDED = "sized-integer-bound-added", Bounds, Narrow,
        Breaks "The range of a sized integer format is now spelled out",
            "a call outside that range is rejected by validation and no longer only by the server",
            "a newer schema generator adds this; check that the server refused such numbers before, then accept it";
        Safe "The range of a sized output integer is now spelled out", LESS_SENT, ACCEPT;
    SIZED_INTEGER_BOUND_REMOVED = "sized-integer-bound-removed", Bounds, Widen,
        Safe "The range of a sized integer format is no longer spelled out", MORE_ACCEPTED, ACCEPT;
        Breaks "The range of a sized output integer is no longer spelled out", UNEXPECTED, KEEP_PROMISE;
    PATTERN_ADDED = "pattern-added", Values, Narrow,
        Breaks "Strings must match a pattern now", "a call with a string that does not match is rejected", KEEP_ACCEPTING;
        Safe "Output strings match a pattern now", LESS_SENT, ACCEPT;
    PATTERN_REMOVED = "pattern-removed", Values, Widen,
        Safe "Strings no longer have to match a pattern", MORE_ACCEPTED, ACCEPT;
        Breaks "Output strings no longer match a pattern", "a caller that parses by the old pattern may fail", KEEP_PROMISE;
    PATTERN_CHANGED = "pattern-changed", Values, Change,
        Breaks "Strings must match another pattern",
            "a call with a string that only the old pattern matches is rejected", KEEP_ACCEPTING;
        Breaks "Output strings match another pattern",
            "a caller that parses by the old pattern may fail", KEEP_PROMISE;
    FORMAT_PATTERN_ADDED = "format-pattern-added", Values, Narrow,
        Breaks "A pattern now spells out the format that was named before",
            "a call whose string the pattern does not match is rejected even if the format allows it",
            "a newer schema generator adds this; check that the pattern allows what callers send, then accept it";
        Safe "A pattern now spells out the format of the output", LESS_SENT, ACCEPT;
    FORMAT_PATTERN_REMOVED = "format-pattern-removed", Values, Widen,
        Safe "A pattern no longer spells out the format", MORE_ACCEPTED, ACCEPT;
        Breaks "A pattern no longer spells out the format of the output", UNEXPECTED, KEEP_PROMISE;
    MULTIPLE_OF_ADDED = "multiple-of-added", Values, Narrow,
        Breaks "Numbers must be multiples now", "a call with any other number is rejected", KEEP_ACCEPTING;
        Safe "Output numbers are multiples now", LESS_SENT, ACCEPT;
    MULTIPLE_OF_REMOVED = "multiple-of-removed", Values, Widen,
        Safe "Numbers no longer have to be multiples", MORE_ACCEPTED, ACCEPT;
        Breaks "Output numbers are no longer multiples", UNEXPECTED, KEEP_PROMISE;
    MULTIPLE_OF_CHANGED = "multiple-of-changed", Values, Change,
        Breaks "Numbers must be multiples of another number",
            "a call with a multiple of the old number only is rejected", KEEP_ACCEPTING;
        Breaks "Output numbers are multiples of another number", UNEXPECTED, KEEP_PROMISE;
    UNIQUE_ITEMS_ADDED = "unique-items-added", Values, Narrow,
        Breaks "Items must be unique now", "a call with a repeated item is rejected", KEEP_ACCEPTING;
        Safe "Output items are unique now", LESS_SENT, ACCEPT;
    UNIQUE_ITEMS_REMOVED = "unique-items-removed", Values, Widen,
        Safe "Items may repeat now", MORE_ACCEPTED, ACCEPT;
        Breaks "Output items may repeat now", UNEXPECTED, KEEP_PROMISE;
    ADDITIONAL_PROPERTIES_CLOSED = "additional-properties-closed", Structure, Narrow,
        Breaks "Undeclared properties are refused now", "a call that sends any undeclared property is rejected",
            "keep accepting and ignoring what is not declared";
        Safe "Undeclared output properties no longer come", LESS_SENT, ACCEPT;
    ADDITIONAL_PROPERTIES_OPENED = "additional-properties-opened", Structure, Widen,
        Safe "Undeclared properties are accepted now", MORE_ACCEPTED, ACCEPT;
        Breaks "Undeclared output properties may come now",
            "a caller that refuses what it does not know fails", KEEP_PROMISE;
    ADDITIONAL_PROPERTIES_CONSTRAINED = "additional-properties-constrained", Structure, Narrow,
        Breaks "Undeclared properties must satisfy a schema now",
            "a call that sends another value under an undeclared name is rejected", KEEP_ACCEPTING;
        Safe "Undeclared output properties satisfy a schema now", LESS_SENT, ACCEPT;
    PATTERN_PROPERTIES_ADDED = "pattern-properties-added", Structure, Narrow,
        Breaks "Properties whose name matches a pattern must satisfy a schema now",
            "a call that sends another value under such a name is rejected", KEEP_ACCEPTING;
        Safe "Output properties whose name matches a pattern satisfy a schema now", LESS_SENT, ACCEPT;
    PATTERN_PROPERTIES_REMOVED = "pattern-properties-removed", Structure, Widen,
        Unsure "Properties whose name matches a pattern are no longer declared",
            "a caller that still sends one is rejected, or its value is silently ignored", KEEP_ACCEPTING;
        Breaks "Output properties whose name matches a pattern are no longer declared", UNEXPECTED, KEEP_PROMISE;
    PROPERTY_NAMES_ADDED = "property-names-constrained", Structure, Narrow,
        Breaks "Names of properties are restricted now", "a call that uses another name is rejected", KEEP_ACCEPTING;
        Safe "Names of output properties are restricted now", LESS_SENT, ACCEPT;
    PROPERTY_NAMES_REMOVED = "property-names-freed", Structure, Widen,
        Safe "Names of properties are no longer restricted", MORE_ACCEPTED, ACCEPT;
        Breaks "Names of output properties are no longer restricted", UNEXPECTED, KEEP_PROMISE;
    PROPERTY_NAMES_CHANGED = "property-names-changed", Structure, Change,
        Unsure "Names of properties are restricted otherwise", "a call that uses a name that is now refused is rejected",
            KEEP_ACCEPTING;
        Unsure "Names of output properties are restricted otherwise", UNEXPECTED, KEEP_PROMISE;
    DEPENDENCY_ADDED = "dependency-added", Requiredness, Narrow,
        Breaks "Sending one property now demands more", "a call that sends it alone is rejected", KEEP_ACCEPTING;
        Safe "One output property now comes with more", LESS_SENT, ACCEPT;
    DEPENDENCY_REMOVED = "dependency-removed", Requiredness, Widen,
        Safe "Sending one property no longer demands more", MORE_ACCEPTED, ACCEPT;
        Breaks "One output property may now come without others", UNEXPECTED, KEEP_PROMISE;
    DEPENDENCY_CHANGED = "dependency-changed", Requiredness, Change,
        Unsure "Sending one property demands something else", "a call that fulfils only the old demand is rejected",
            KEEP_ACCEPTING;
        Unsure "One output property comes with something else", UNEXPECTED, KEEP_PROMISE;
    ITEMS_ADDED = "items-added", Structure, Narrow,
        Breaks "Items must satisfy a schema now", "a call with any other item is rejected", KEEP_ACCEPTING;
        Safe "Output items satisfy a schema now", LESS_SENT, ACCEPT;
    ITEMS_REMOVED = "items-removed", Structure, Widen,
        Safe "Items no longer have to satisfy a schema", MORE_ACCEPTED, ACCEPT;
        Breaks "Output items no longer satisfy a schema", "a caller that reads items by the old schema may fail",
            KEEP_PROMISE;
    TUPLE_ITEM_ADDED = "tuple-item-added", Structure, Change,
        Unsure "One more position of a tuple is declared", REJECTED, KEEP_ACCEPTING;
        Unsure "One more position of an output tuple is declared", UNEXPECTED, KEEP_PROMISE;
    TUPLE_ITEM_REMOVED = "tuple-item-removed", Structure, Change,
        Unsure "One position of a tuple is no longer declared", REJECTED, KEEP_ACCEPTING;
        Unsure "One position of an output tuple is no longer declared", UNEXPECTED, KEEP_PROMISE;
    TUPLE_CLOSED = "tuple-closed", Structure, Narrow,
        Breaks "Items beyond the declared ones are refused now", "a call with more items is rejected", KEEP_ACCEPTING;
        Safe "Output items beyond the declared ones no longer come", LESS_SENT, ACCEPT;
    TUPLE_OPENED = "tuple-opened", Structure, Widen,
        Safe "Items beyond the declared ones are accepted now", MORE_ACCEPTED, ACCEPT;
        Breaks "Output items beyond the declared ones may come now", UNEXPECTED, KEEP_PROMISE;
    CONTAINS_ADDED = "contains-added", Structure, Narrow,
        Breaks "An array must contain a certain item now", "a call without such an item is rejected", KEEP_ACCEPTING;
        Safe "An output array contains a certain item now", LESS_SENT, ACCEPT;
    CONTAINS_REMOVED = "contains-removed", Structure, Widen,
        Safe "An array no longer has to contain a certain item", MORE_ACCEPTED, ACCEPT;
        Breaks "An output array no longer contains a certain item", UNEXPECTED, KEEP_PROMISE;
    CONTAINS_CHANGED = "contains-changed", Structure, Change,
        Unsure "An array must contain another item", "a call with only the old kind of item is rejected", KEEP_ACCEPTING;
        Unsure "An output array contains another item", UNEXPECTED, KEEP_PROMISE;
    BRANCH_REMOVED = "alternative-removed", Structure, Narrow,
        Breaks "One alternative is gone", "a call that uses it is rejected", KEEP_ACCEPTING;
        Safe "One output alternative is gone", LESS_SENT, ACCEPT;
    BRANCH_ADDED = "alternative-added", Structure, Widen,
        Safe "There is one more alternative", MORE_ACCEPTED, ACCEPT;
        Breaks "There is one more output alternative", "a caller that handles the old ones only may receive the new one",
            KEEP_PROMISE;
    UNION_ADDED = "alternatives-required", Structure, Narrow,
        Breaks "One of several alternatives must hold now", "a call for which none holds is rejected", KEEP_ACCEPTING;
        Safe "One of several alternatives holds for outputs now", LESS_SENT, ACCEPT;
    UNION_REMOVED = "alternatives-dropped", Structure, Widen,
        Safe "No alternative has to hold any more", MORE_ACCEPTED, ACCEPT;
        Breaks "No alternative has to hold for outputs any more", UNEXPECTED, KEEP_PROMISE;
    ALL_OF_CHANGED = "all-of-changed", Structure, Change,
        Unsure "What must hold together is something else", REJECTED, KEEP_ACCEPTING;
        Unsure "What holds together for outputs is something else", UNEXPECTED, KEEP_PROMISE;
    NOT_ADDED = "not-added", Structure, Narrow,
        Breaks "Some values are excluded now", "a call that sends one of them is rejected", KEEP_ACCEPTING;
        Safe "Some output values are excluded now", LESS_SENT, ACCEPT;
    NOT_REMOVED = "not-removed", Structure, Widen,
        Safe "Some values are no longer excluded", MORE_ACCEPTED, ACCEPT;
        Breaks "Some output values are no longer excluded", UNEXPECTED, KEEP_PROMISE;
    NOT_CHANGED = "not-changed", Structure, Change,
        Unsure "Other values are excluded", "a call that sends a newly excluded value is rejected", KEEP_ACCEPTING;
        Unsure "Other output values are excluded", UNEXPECTED, KEEP_PROMISE;
    CONDITION_ADDED = "condition-added", Structure, Narrow,
        Breaks "A condition demands more now", "a call that meets the condition and not the demand is rejected",
            KEEP_ACCEPTING;
        Safe "A condition promises more for outputs now", LESS_SENT, ACCEPT;
    CONDITION_REMOVED = "condition-removed", Structure, Widen,
        Safe "A condition demands nothing any more", MORE_ACCEPTED, ACCEPT;
        Breaks "A condition promises nothing for outputs any more", UNEXPECTED, KEEP_PROMISE;
    CONDITION_CHANGED = "condition-changed", Structure, Change,
        Unsure "A condition demands something else", REJECTED, KEEP_ACCEPTING;
        Unsure "A condition promises something else for outputs", UNEXPECTED, KEEP_PROMISE;
    REFERENCE_CHANGED = "reference-changed", Structure, Change,
        Unsure "A reference leads elsewhere", REJECTED, "compare both targets, and keep accepting what was accepted before";
        Unsure "A reference of an output leads elsewhere", UNEXPECTED, KEEP_PROMISE;
    STRUCTURE_CHANGED = "structure-changed", Structure, Change,
        Unsure "Several changes together alter what is allowed", REJECTED, KEEP_ACCEPTING;
        Unsure "Several changes together alter what may come", UNEXPECTED, KEEP_PROMISE;
    DEFAULT_CHANGED = "default-changed", Values, Change,
        Default "A default is another value",
            "a call that leaves the property out now does something else",
            "check that callers who send nothing still get what they expect, then accept it";
        Default "A default in an output schema is another value",
            "a caller that fills in missing properties now fills in something else", ACCEPT;
    FORMAT_ADDED = "format-added", Values, Narrow,
        Unsure "A format is named", "a server that enforces it rejects strings it took before",
            "check whether the server enforces the format, then accept it";
        Safe "A format of the output is named", LESS_SENT, ACCEPT;
    FORMAT_REMOVED = "format-removed", Values, Widen,
        Safe "A format is no longer named", MORE_ACCEPTED, ACCEPT;
        Unsure "A format of the output is no longer named", "a caller that parses by it may fail",
            "check whether outputs still have the format, then accept it";
    FORMAT_CHANGED = "format-changed", Values, Change,
        Unsure "Another format is named", "a server that enforces it rejects strings it took before",
            "check whether the server enforces the format, then accept it";
        Unsure "Another format of the output is named", "a caller that parses by the old one may fail",
            "check whether outputs still have the old format, then accept it";
    CONTENT_CHANGED = "content-changed", Values, Change,
        Unsure "The content of a string is described otherwise", "a server that decodes it otherwise misreads what callers send",
            "check how the server decodes the string, then accept it";
        Unsure "The content of an output string is described otherwise", "a caller that decodes it as before misreads it",
            "check how the string is encoded now, then accept it";
}
