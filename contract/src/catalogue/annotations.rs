//! The rules of the `trust-annotations` draft: where an annotation stands, what
//! its two booleans say and for what, what an evidence reference needs, and how
//! the record behind it is hashed. Sections are the draft's own headings.

use super::rules;
use crate::{Alternative, Rule, Stage};

const STAGE: Stage = Stage::Operation("annotations");
const SHAPE: &str = "§Annotation shape";
const MOTIVATION: &str = "§Motivation";
const SLOT: &str = "§The evidenceRef slot";
const COARSE: &str = "§Coarse vs. rich classification (DataClass)";
const ATTACHMENT: &str = "§Attachment point";
const HINTS: &str = "§Relationship to existing *Hint annotations";
const LIFECYCLE: &str = "§Lifecycle and list_changed";
const PROPAGATION: &str = "§Propagation";
const TRUST: &str = "§Trust model";

const fn rule(section: &'static str, id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(STAGE, section, id, text)
}

rules! {
    KEY_META = rule(SHAPE, "annotations.key.meta",
        "the annotation stands under `_meta`")
        .lacking("reads the key where it stands beside `_meta`");
    KEY_NAMESPACE = rule(SHAPE, "annotations.key.namespace",
        "the booleans stand under the extension's key")
        .lacking("reads booleans that stand in `_meta` itself");
    KEY_EXACT = rule(SHAPE, "annotations.key.exact",
        "the key is `io.modelcontextprotocol/trust-annotations`, whole")
        .lacking("reads the key without its namespace");
    KEY_NOT_IN_ANNOTATIONS = rule(ATTACHMENT, "annotations.key.block-annotations",
        "a block's `annotations` member is not its `_meta`")
        .lacking("reads the key in a block's `annotations`");
    KEY_NOT_IN_RESOURCE = rule(ATTACHMENT, "annotations.key.resource",
        "the `_meta` of an embedded resource is not its block's")
        .lacking("reads the key in the `_meta` of an embedded resource");

    RESULT_SENSITIVE = rule(ATTACHMENT, "annotations.result.sensitive",
        "a result's own `sensitive` is its claim")
        .lacking("overlooks `sensitive` on a result");
    RESULT_UNTRUSTED = rule(ATTACHMENT, "annotations.result.untrusted",
        "a result's own `untrusted` is its claim")
        .lacking("overlooks `untrusted` on a result");
    BLOCK_SENSITIVE = rule(ATTACHMENT, "annotations.block.sensitive",
        "a block's own `sensitive` refines the claim for that block")
        .lacking("overlooks `sensitive` on a block");
    BLOCK_UNTRUSTED = rule(ATTACHMENT, "annotations.block.untrusted",
        "a block's own `untrusted` refines the claim for that block")
        .lacking("overlooks `untrusted` on a block");

    SENSITIVE_OPTIONAL = rule(SHAPE, "annotations.sensitive.optional",
        "`sensitive` is optional")
        .lacking("takes an annotation without `sensitive` for malformed");
    UNTRUSTED_OPTIONAL = rule(SHAPE, "annotations.untrusted.optional",
        "`untrusted` is optional")
        .lacking("takes an annotation without `untrusted` for malformed");
    EVIDENCE_OPTIONAL = rule(SHAPE, "annotations.evidence.optional",
        "`evidenceRef` is optional")
        .lacking("reports a reference where there is none");
    NO_ANNOTATION = rule(SHAPE, "annotations.absent.annotation",
        "where there is no annotation, no claim is made")
        .lacking("takes a missing annotation for two booleans that are false");
    NO_SENSITIVE = rule(SHAPE, "annotations.absent.sensitive",
        "an annotation without `sensitive` makes no claim about it")
        .lacking("takes an absent `sensitive` for false");
    NO_UNTRUSTED = rule(SHAPE, "annotations.absent.untrusted",
        "an annotation without `untrusted` makes no claim about it")
        .lacking("takes an absent `untrusted` for false");
    APART = rule(MOTIVATION, "annotations.booleans.apart",
        "the two booleans are two signals, and neither implies the other")
        .lacking("takes one true boolean for both");

    INLINE_CLASS = rule(MOTIVATION, "annotations.inline.class",
        "a class written into the annotation says nothing about `sensitive`")
        .lacking("reads `sensitive` from a class inside the annotation");
    INLINE_ORIGIN = rule(MOTIVATION, "annotations.inline.origin",
        "an origin written into the annotation says nothing about `untrusted`")
        .lacking("reads `untrusted` from an origin inside the annotation");
    INLINE_HINT = rule(HINTS, "annotations.inline.open-world-hint",
        "an `openWorldHint` written into the annotation says nothing about `untrusted`")
        .lacking("reads `untrusted` from an `openWorldHint` inside the annotation");

    DEFAULT_SENSITIVE = rule(ATTACHMENT, "annotations.default.sensitive",
        "a result's `sensitive` holds for a block without an annotation")
        .lacking("does not hand a result's `sensitive` on to its blocks");
    DEFAULT_UNTRUSTED = rule(ATTACHMENT, "annotations.default.untrusted",
        "a result's `untrusted` holds for a block without an annotation")
        .lacking("does not hand a result's `untrusted` on to its blocks");
    DEFAULT_PER_BOOLEAN = rule(ATTACHMENT, "annotations.default.per-boolean",
        "a block's annotation leaves the result's claim where it says nothing itself")
        .lacking("lets a block's annotation replace the result's as a whole");
    WEAKEN_SENSITIVE = rule(ATTACHMENT, "annotations.weaken.sensitive",
        "a block's false does not weaken a result's `sensitive`")
        .lacking("lets a block's false undo the result's `sensitive`");
    WEAKEN_UNTRUSTED = rule(ATTACHMENT, "annotations.weaken.untrusted",
        "a block's false does not weaken a result's `untrusted`")
        .lacking("lets a block's false undo the result's `untrusted`");
    NOT_THE_RESULT = rule(ATTACHMENT, "annotations.own-block.result",
        "a block's claim is not the result's")
        .lacking("lifts a block's claim to the result");
    NOT_THE_SIBLINGS = rule(ATTACHMENT, "annotations.own-block.siblings",
        "a block's claim is not the next block's")
        .lacking("carries a block's claim on to the blocks behind it");

    HINT_TRUE = rule(HINTS, "annotations.open-world-hint.true",
        "a tool's `openWorldHint` true does not make its result untrusted")
        .lacking("reads `untrusted` from a tool's `openWorldHint`");
    HINT_FALSE = rule(HINTS, "annotations.open-world-hint.false",
        "a tool's `openWorldHint` false does not undo a result's `untrusted`")
        .lacking("lets a tool's `openWorldHint` false undo `untrusted`");
    TOOL_DEFINITION = rule(LIFECYCLE, "annotations.tool-definition",
        "an annotation on a tool definition is no part of a result")
        .lacking("reads an annotation on a tool definition");
    NO_PROPAGATION = rule(PROPAGATION, "annotations.propagation",
        "nothing carries over from one result to the next")
        .lacking("carries a claim over from one result to the next");

    SCHEME_CLASS = rule(COARSE, "annotations.scheme.class",
        "`sensitive` is never inferred from the class in a record")
        .lacking("infers `sensitive` from a record's class");
    SCHEME_TYPE = rule(COARSE, "annotations.scheme.type",
        "`sensitive` is never inferred from the type of a reference")
        .lacking("infers `sensitive` from a reference of type data-class.v1");
    SCHEME_ORIGIN = rule(COARSE, "annotations.scheme.origin",
        "`untrusted` is never inferred from the origin in a record")
        .lacking("infers `untrusted` from a record's origin");
    PROVES_BYTES = rule(TRUST, "annotations.evidence.proves-bytes",
        "a digest that matches proves the record's bytes, and changes no claim")
        .lacking("takes a matching digest for a reason to trust the content");
    MALFORMED_KEEPS = rule(SHAPE, "annotations.evidence.malformed-keeps-claims",
        "a malformed reference leaves the booleans as they are")
        .lacking("drops the booleans beside a malformed reference");
    MISMATCH_KEEPS = rule(SHAPE, "annotations.evidence.mismatch-keeps-claims",
        "a digest that does not match leaves the booleans as they are")
        .lacking("drops the booleans beside a digest that does not match");
    UNSUPPORTED_KEEPS = rule(SLOT, "annotations.evidence.unsupported-keeps-claims",
        "an unknown canonicalization leaves the booleans as they are")
        .lacking("drops the booleans beside an unknown canonicalization");
    UNAVAILABLE_KEEPS = rule(SLOT, "annotations.evidence.unavailable-keeps-claims",
        "a record that is not at hand leaves the booleans as they are")
        .lacking("drops the booleans where the record is not at hand");

    TYPE_REQUIRED = rule(SLOT, "annotations.evidence.type.required",
        "`type` is required")
        .lacking("takes a reference without `type`");
    TYPE_STRING = rule(SLOT, "annotations.evidence.type.string",
        "`type` is a string")
        .lacking("takes a reference whose `type` is no string");
    TYPE_OPEN = rule(SLOT, "annotations.evidence.type.open",
        "`type` is an open string: the digest of an unknown one is recomputed all the same")
        .lacking("recomputes nothing for a type that it does not know");
    DIGEST_REQUIRED = rule(SLOT, "annotations.evidence.digest.required",
        "`digest` is required")
        .lacking("takes a reference without `digest`");
    DIGEST_STRING = rule(SLOT, "annotations.evidence.digest.string",
        "`digest` is a string")
        .lacking("takes a `digest` that is no string for one that does not match");
    DIGEST_PREFIX = rule(SLOT, "annotations.evidence.digest.prefix",
        "`digest` names its algorithm")
        .lacking("takes a digest without sha256: in front");
    DIGEST_LENGTH = rule(SLOT, "annotations.evidence.digest.length",
        "64 characters follow sha256:")
        .lacking("takes a digest of another length for one that does not match");
    DIGEST_ALPHABET = rule(SLOT, "annotations.evidence.digest.alphabet",
        "hexadecimal digits follow sha256:")
        .lacking("takes a digest of other characters for one that does not match");
    CANONICALIZATION_REQUIRED = rule(SLOT, "annotations.evidence.canonicalization.required",
        "`canonicalization` is required, and nothing stands in for it")
        .lacking("hashes the JCS form where no canonicalization is named");
    SCHEMA_OPTIONAL = rule(SLOT, "annotations.evidence.schema.optional",
        "`schema` is recommended, not required")
        .lacking("refuses a reference without `schema`");
    REF_OPTIONAL = rule(SLOT, "annotations.evidence.ref.optional",
        "`ref` is optional")
        .lacking("refuses a reference without `ref`");
    REFERENCE_OBJECT = rule(SLOT, "annotations.evidence.object",
        "`evidenceRef` is an object")
        .lacking("overlooks an `evidenceRef` that is no object");
    EACH_LEVEL = rule(ATTACHMENT, "annotations.evidence.each-level",
        "the references of a result and of its block are evaluated each on its own")
        .lacking("evaluates a block's reference in place of the result's");
    OWN_REFERENCE = rule(ATTACHMENT, "annotations.evidence.own",
        "a result's reference is evaluated once, and not again for its blocks")
        .lacking("hands a result's reference on to its blocks");

    RECOMPUTED = rule(SLOT, "annotations.evidence.recomputed",
        "the digest is recomputed from the record at hand")
        .lacking("believes the digest that the reference carries")
        .see(&["annotations.canonicalization.jcs", "annotations.canonicalization.cbor"]);
    HELD = rule(SLOT, "annotations.record.held",
        "a record that is at hand is the one that is hashed")
        .lacking("overlooks a record that it holds itself");
    LOCATOR = rule(SLOT, "annotations.record.locator",
        "`ref` finds the record in the deployment's stream")
        .lacking("does not look a locator up");
    UNAVAILABLE = rule(SLOT, "annotations.record.unavailable",
        "where no record is at hand, nothing is said about the digest")
        .lacking("takes a record that is not at hand for one that does not match");

    JCS = rule(SLOT, "annotations.canonicalization.jcs",
        "`jcs/rfc8785` is a valid choice")
        .lacking("does not know jcs/rfc8785");
    CBOR = rule(SLOT, "annotations.canonicalization.cbor",
        "`cbor/rfc8949` is a valid choice")
        .lacking("does not know cbor/rfc8949");
    UNKNOWN_CANONICALIZATION = rule(SLOT, "annotations.canonicalization.unknown",
        "neither of the two is the default for a third")
        .lacking("hashes the JCS form where the canonicalization is unknown");
    CANONICALIZATION_STRING = rule(SLOT, "annotations.canonicalization.string",
        "a canonicalization that is no string is an unsupported one")
        .lacking("takes a canonicalization that is no string for a malformed reference");
    PER_REFERENCE = rule(SLOT, "annotations.canonicalization.per-reference",
        "each reference names its own canonicalization")
        .lacking("hashes every record as the first reference asks");

    JCS_SORTED = rule(SLOT, "annotations.jcs.sorted",
        "members are sorted by name (RFC 8785, 3.2.3)")
        .lacking("does not sort the members of the JCS form");
    JCS_UTF16 = rule(SLOT, "annotations.jcs.utf16",
        "names are compared by UTF-16 code unit (RFC 8785, 3.2.3)")
        .lacking("sorts the members of the JCS form by code point");
    JCS_NESTED = rule(SLOT, "annotations.jcs.nested",
        "members are sorted at every level (RFC 8785, 3.2.3)")
        .lacking("sorts the members of the outermost object alone");
    JCS_ARRAYS = rule(SLOT, "annotations.jcs.arrays",
        "elements keep their order (RFC 8785, 3.2.3)")
        .lacking("sorts the elements of arrays too");
    JCS_TEXT = rule(SLOT, "annotations.jcs.text",
        "characters beyond ASCII stand as they are (RFC 8785, 3.2.2.2)")
        .lacking("escapes characters beyond ASCII in the JCS form");
    JCS_ESCAPES = rule(SLOT, "annotations.jcs.escapes",
        "what must be escaped has its short escape where there is one (RFC 8785, 3.2.2.2)")
        .lacking("escapes every control character of the JCS form by its number");
    JCS_BLANKS = rule(SLOT, "annotations.jcs.blanks",
        "no blank stands between tokens (RFC 8785, 3.2.1)")
        .lacking("writes blanks behind commas and colons in the JCS form");
    CBOR_SORTED = rule(SLOT, "annotations.cbor.sorted",
        "keys are sorted (RFC 8949, 4.2.1)")
        .lacking("does not sort the keys of the CBOR form");
    CBOR_ENCODED_KEYS = rule(SLOT, "annotations.cbor.encoded-keys",
        "keys are compared as they are encoded, so that a shorter one comes first (RFC 8949, 4.2.1)")
        .lacking("sorts the keys of the CBOR form by their text");
    CBOR_SHORTEST = rule(SLOT, "annotations.cbor.shortest",
        "every length and integer has its shortest form (RFC 8949, 4.2.1)")
        .lacking("writes integers of the CBOR form in eight bytes");
    CBOR_DEFINITE = rule(SLOT, "annotations.cbor.definite",
        "no length is indefinite (RFC 8949, 4.2.1)")
        .lacking("writes arrays and maps of indefinite length");
    CBOR_TEXT = rule(SLOT, "annotations.cbor.text",
        "strings are text strings (RFC 8949, 6.2)")
        .lacking("writes strings as byte strings");
    CBOR_TEXT_LENGTH = rule(SLOT, "annotations.cbor.text-length",
        "a text string's length counts bytes (RFC 8949, 3.1)")
        .lacking("counts characters in the length of a text string");
    CBOR_INTEGER = rule(SLOT, "annotations.cbor.integer",
        "integers are integers (RFC 8949, 6.2)")
        .lacking("writes integers of the CBOR form as floating-point numbers");
    CBOR_NEGATIVE = rule(SLOT, "annotations.cbor.negative",
        "a negative integer n is written as -1 - n (RFC 8949, 3.1)")
        .lacking("writes negative integers of the CBOR form one off");

    DISTINCT_FALSE = rule(SHAPE, "annotations.false.distinct",
        "a false that is written out is told apart from no claim")
        .lacking("takes a false that is written out for no claim").reading("A01");
    BOOLEAN_TYPE = rule(SHAPE, "annotations.boolean.type",
        "a value that is no boolean is malformed, and never coerced")
        .lacking("takes any value for the boolean that it resembles").reading("A02");
    MALFORMED_UNION = rule(ATTACHMENT, "annotations.malformed.union",
        "a malformed claim stands before false and no claim, and behind true")
        .lacking("takes a malformed claim for none where two levels meet").reading("A03");
    ANNOTATION_OBJECT = rule(SHAPE, "annotations.annotation.object",
        "an annotation that is no object makes malformed claims")
        .lacking("takes an annotation that is no object for none").reading("A04");
    NULL_REFERENCE = rule(SLOT, "annotations.evidence.null",
        "an `evidenceRef` that is null is a malformed reference")
        .lacking("takes an `evidenceRef` that is null for none").reading("A05");
    DIGEST_CASE = rule(SLOT, "annotations.evidence.digest.case",
        "the digits of a digest are lowercase")
        .lacking("takes uppercase digits in a digest").reading("A06");
    DIGEST_ALGORITHM = rule(SLOT, "annotations.evidence.digest.algorithm",
        "sha256 is the one algorithm")
        .lacking("takes a digest of another algorithm for one that does not match").reading("A07");
    EMPTY_TYPE = rule(SLOT, "annotations.evidence.type.empty",
        "an empty `type` is a string like any other")
        .lacking("takes an empty `type` for a malformed reference").reading("A08");
    OPTIONAL_TYPES = rule(SLOT, "annotations.evidence.optional-types",
        "`schema` and `ref` of another type are overlooked")
        .lacking("takes a `schema` or `ref` that is no string for a malformed reference")
        .reading("A09");
    UNSUPPORTED_FIRST = rule(SLOT, "annotations.canonicalization.first",
        "an unknown canonicalization is told before a record that is not at hand")
        .lacking("tells first that the record is not at hand").reading("A10");
    CBOR_NUMBERS = rule(SLOT, "annotations.cbor.numbers",
        "numbers that are no integer within ±(2^53−1) are the shortest floating-point number (RFC 8949, 6.2)")
        .lacking("writes every floating-point number in eight bytes").reading("A11");
    CBOR_INTEGRAL = rule(SLOT, "annotations.cbor.integral",
        "a number without a fraction is an integer, however it is spelled (RFC 8949, 6.2)")
        .lacking("writes 1.0 as a floating-point number").reading("A12");
}

/// Declares readings as statics and lists them.
macro_rules! alternatives {
    ($($name:ident = $rule:ident, $id:literal, $text:literal;)*) => {
        $(
            #[doc = concat!("See its `text`: `", $id, "`.")]
            pub static $name: Alternative =
                Alternative { id: $id, rule: &$rule, text: $text, interpretation: None };
        )*
        /// The readings of this file.
        pub(super) static ALTERNATIVES: &[&Alternative] = &[$(&$name),*];
    };
}

alternatives! {
    EXTRA_SPOILS = INLINE_CLASS, "annotations.inline.class.refuses",
        "refuses an annotation that has more than the three members";
    UNKNOWN_TYPE_OMITTED = TYPE_OPEN, "annotations.evidence.type.open.omits",
        "leaves a reference of unknown type out of its report";
    RESULT_EVIDENCE_ONLY = EACH_LEVEL, "annotations.evidence.each-level.result-only",
        "evaluates the references of results alone";
    CBOR_BY_DEFAULT = CANONICALIZATION_REQUIRED,
        "annotations.evidence.canonicalization.required.cbor",
        "hashes the CBOR form where no canonicalization is named";
    CANONICALIZATION_CASE = UNKNOWN_CANONICALIZATION, "annotations.canonicalization.unknown.case",
        "reads the name of a canonicalization in any case";
    CANONICALIZATION_FAMILY = UNKNOWN_CANONICALIZATION,
        "annotations.canonicalization.unknown.family",
        "takes any name that starts with jcs or cbor";
    FALSY_RECORD = HELD, "annotations.record.held.falsy",
        "takes a record that is null, false, 0 or empty for none";
    ANY_RECORD = UNAVAILABLE, "annotations.record.unavailable.any",
        "hashes whatever record there is where none belongs to the reference";
    NULL_RECORD = UNAVAILABLE, "annotations.record.unavailable.null",
        "hashes null where no record is at hand";
    NORMALIZES = JCS_TEXT, "annotations.jcs.text.normalizes",
        "puts a letter and its accent together";
    ESCAPES_SLASHES = JCS_ESCAPES, "annotations.jcs.escapes.slashes",
        "escapes slashes";
    UTF16_KEYS = CBOR_ENCODED_KEYS, "annotations.cbor.encoded-keys.utf16",
        "sorts the keys of the CBOR form as the JCS form has them";
    COUNTED_KEYS = CBOR_ENCODED_KEYS, "annotations.cbor.encoded-keys.characters",
        "sorts the keys of the CBOR form by their number of characters first";
    AT_23 = CBOR_SHORTEST, "annotations.cbor.shortest.at-23",
        "gives 23 a byte of its own";
    AT_24 = CBOR_SHORTEST, "annotations.cbor.shortest.at-24",
        "writes 24 into the first byte, where it means something else";
    AT_255 = CBOR_SHORTEST, "annotations.cbor.shortest.at-255",
        "writes 255 in two bytes";
    AT_256 = CBOR_SHORTEST, "annotations.cbor.shortest.at-256",
        "writes 256 in four bytes";
    AT_65535 = CBOR_SHORTEST, "annotations.cbor.shortest.at-65535",
        "writes 65535 in four bytes";
    AT_65536 = CBOR_SHORTEST, "annotations.cbor.shortest.at-65536",
        "writes 65536 in eight bytes";
    AT_U32 = CBOR_SHORTEST, "annotations.cbor.shortest.at-4294967295",
        "writes 4294967295 in eight bytes";
    LONG_LENGTHS = CBOR_SHORTEST, "annotations.cbor.shortest.lengths",
        "writes lengths of strings in four bytes";
}
