"""The words of RDF, RDFS, OWL and SWRL, each with the number every table of terms gives it."""

from .literal import RDF, XSD
from .names import OWL, RDFS, SWRL

KNOWN: list[str] = []


def _known(iri: str) -> int:
    KNOWN.append(iri)
    return len(KNOWN)


TYPE = _known(RDF + "type")
FIRST = _known(RDF + "first")
REST = _known(RDF + "rest")
NIL = _known(RDF + "nil")
RDF_PROPERTY = _known(RDF + "Property")
RDF_LIST = _known(RDF + "List")
PLAIN_LITERAL = _known(RDF + "PlainLiteral")
SUB_CLASS_OF = _known(RDFS + "subClassOf")
SUB_PROPERTY_OF = _known(RDFS + "subPropertyOf")
DOMAIN = _known(RDFS + "domain")
RANGE = _known(RDFS + "range")
LABEL = _known(RDFS + "label")
COMMENT = _known(RDFS + "comment")
RDFS_CLASS = _known(RDFS + "Class")
RDFS_DATATYPE = _known(RDFS + "Datatype")
RDFS_LITERAL = _known(RDFS + "Literal")
RDFS_RESOURCE = _known(RDFS + "Resource")
SEE_ALSO = _known(RDFS + "seeAlso")
IS_DEFINED_BY = _known(RDFS + "isDefinedBy")
CLASS = _known(OWL + "Class")
THING = _known(OWL + "Thing")
NOTHING = _known(OWL + "Nothing")
ONTOLOGY = _known(OWL + "Ontology")
NAMED_INDIVIDUAL = _known(OWL + "NamedIndividual")
OBJECT_PROPERTY = _known(OWL + "ObjectProperty")
DATATYPE_PROPERTY = _known(OWL + "DatatypeProperty")
ANNOTATION_PROPERTY = _known(OWL + "AnnotationProperty")
RESTRICTION = _known(OWL + "Restriction")
FUNCTIONAL_PROPERTY = _known(OWL + "FunctionalProperty")
INVERSE_FUNCTIONAL_PROPERTY = _known(OWL + "InverseFunctionalProperty")
TRANSITIVE_PROPERTY = _known(OWL + "TransitiveProperty")
SYMMETRIC_PROPERTY = _known(OWL + "SymmetricProperty")
ASYMMETRIC_PROPERTY = _known(OWL + "AsymmetricProperty")
IRREFLEXIVE_PROPERTY = _known(OWL + "IrreflexiveProperty")
REFLEXIVE_PROPERTY = _known(OWL + "ReflexiveProperty")
ALL_DIFFERENT = _known(OWL + "AllDifferent")
ALL_DISJOINT_CLASSES = _known(OWL + "AllDisjointClasses")
ALL_DISJOINT_PROPERTIES = _known(OWL + "AllDisjointProperties")
NEGATIVE_PROPERTY_ASSERTION = _known(OWL + "NegativePropertyAssertion")
AXIOM = _known(OWL + "Axiom")
SAME_AS = _known(OWL + "sameAs")
DIFFERENT_FROM = _known(OWL + "differentFrom")
EQUIVALENT_CLASS = _known(OWL + "equivalentClass")
DISJOINT_WITH = _known(OWL + "disjointWith")
DISJOINT_UNION_OF = _known(OWL + "disjointUnionOf")
COMPLEMENT_OF = _known(OWL + "complementOf")
INTERSECTION_OF = _known(OWL + "intersectionOf")
UNION_OF = _known(OWL + "unionOf")
ONE_OF = _known(OWL + "oneOf")
EQUIVALENT_PROPERTY = _known(OWL + "equivalentProperty")
INVERSE_OF = _known(OWL + "inverseOf")
PROPERTY_DISJOINT_WITH = _known(OWL + "propertyDisjointWith")
PROPERTY_CHAIN_AXIOM = _known(OWL + "propertyChainAxiom")
HAS_KEY = _known(OWL + "hasKey")
ON_PROPERTY = _known(OWL + "onProperty")
ON_CLASS = _known(OWL + "onClass")
ON_DATA_RANGE = _known(OWL + "onDataRange")
SOME_VALUES_FROM = _known(OWL + "someValuesFrom")
ALL_VALUES_FROM = _known(OWL + "allValuesFrom")
HAS_VALUE = _known(OWL + "hasValue")
HAS_SELF = _known(OWL + "hasSelf")
MIN_CARDINALITY = _known(OWL + "minCardinality")
MAX_CARDINALITY = _known(OWL + "maxCardinality")
CARDINALITY = _known(OWL + "cardinality")
MIN_QUALIFIED_CARDINALITY = _known(OWL + "minQualifiedCardinality")
MAX_QUALIFIED_CARDINALITY = _known(OWL + "maxQualifiedCardinality")
QUALIFIED_CARDINALITY = _known(OWL + "qualifiedCardinality")
MEMBERS = _known(OWL + "members")
DISTINCT_MEMBERS = _known(OWL + "distinctMembers")
SOURCE_INDIVIDUAL = _known(OWL + "sourceIndividual")
ASSERTION_PROPERTY = _known(OWL + "assertionProperty")
TARGET_INDIVIDUAL = _known(OWL + "targetIndividual")
TARGET_VALUE = _known(OWL + "targetValue")
ON_DATATYPE = _known(OWL + "onDatatype")
WITH_RESTRICTIONS = _known(OWL + "withRestrictions")
IMPORTS = _known(OWL + "imports")
VERSION_INFO = _known(OWL + "versionInfo")
IMP = _known(SWRL + "Imp")
SWRL_BODY = _known(SWRL + "body")
SWRL_HEAD = _known(SWRL + "head")
ATOM_LIST = _known(SWRL + "AtomList")
CLASS_ATOM = _known(SWRL + "ClassAtom")
INDIVIDUAL_PROPERTY_ATOM = _known(SWRL + "IndividualPropertyAtom")
DATAVALUED_PROPERTY_ATOM = _known(SWRL + "DatavaluedPropertyAtom")
SAME_INDIVIDUAL_ATOM = _known(SWRL + "SameIndividualAtom")
DIFFERENT_INDIVIDUALS_ATOM = _known(SWRL + "DifferentIndividualsAtom")
BUILTIN_ATOM = _known(SWRL + "BuiltinAtom")
SWRL_VARIABLE = _known(SWRL + "Variable")
SWRL_BUILTIN = _known(SWRL + "Builtin")
CLASS_PREDICATE = _known(SWRL + "classPredicate")
PROPERTY_PREDICATE = _known(SWRL + "propertyPredicate")
ARGUMENT1 = _known(SWRL + "argument1")
ARGUMENT2 = _known(SWRL + "argument2")
ARGUMENTS = _known(SWRL + "arguments")
BUILTIN = _known(SWRL + "builtin")
MIN_INCLUSIVE = _known(XSD + "minInclusive")
MAX_INCLUSIVE = _known(XSD + "maxInclusive")
MIN_EXCLUSIVE = _known(XSD + "minExclusive")
MAX_EXCLUSIVE = _known(XSD + "maxExclusive")
LENGTH = _known(XSD + "length")
MIN_LENGTH = _known(XSD + "minLength")
MAX_LENGTH = _known(XSD + "maxLength")
PATTERN = _known(XSD + "pattern")

# Predicates that state axioms: what carries them belongs to the terminology, not to the facts.
AXIOM_PREDICATES = frozenset(
    {
        FIRST,
        REST,
        SUB_CLASS_OF,
        SUB_PROPERTY_OF,
        DOMAIN,
        RANGE,
        EQUIVALENT_CLASS,
        DISJOINT_WITH,
        DISJOINT_UNION_OF,
        COMPLEMENT_OF,
        INTERSECTION_OF,
        UNION_OF,
        ONE_OF,
        EQUIVALENT_PROPERTY,
        INVERSE_OF,
        PROPERTY_DISJOINT_WITH,
        PROPERTY_CHAIN_AXIOM,
        HAS_KEY,
        ON_PROPERTY,
        ON_CLASS,
        ON_DATA_RANGE,
        SOME_VALUES_FROM,
        ALL_VALUES_FROM,
        HAS_VALUE,
        HAS_SELF,
        MIN_CARDINALITY,
        MAX_CARDINALITY,
        CARDINALITY,
        MIN_QUALIFIED_CARDINALITY,
        MAX_QUALIFIED_CARDINALITY,
        QUALIFIED_CARDINALITY,
        MEMBERS,
        DISTINCT_MEMBERS,
        SOURCE_INDIVIDUAL,
        ASSERTION_PROPERTY,
        TARGET_INDIVIDUAL,
        TARGET_VALUE,
        ON_DATATYPE,
        WITH_RESTRICTIONS,
        MIN_INCLUSIVE,
        MAX_INCLUSIVE,
        MIN_EXCLUSIVE,
        MAX_EXCLUSIVE,
        LENGTH,
        MIN_LENGTH,
        MAX_LENGTH,
        PATTERN,
        SWRL_BODY,
        SWRL_HEAD,
        CLASS_PREDICATE,
        PROPERTY_PREDICATE,
        ARGUMENT1,
        ARGUMENT2,
        ARGUMENTS,
        BUILTIN,
        IMPORTS,
    }
)
PROPERTY_KINDS = frozenset(
    {
        RDF_PROPERTY,
        OBJECT_PROPERTY,
        DATATYPE_PROPERTY,
        ANNOTATION_PROPERTY,
        FUNCTIONAL_PROPERTY,
        INVERSE_FUNCTIONAL_PROPERTY,
        TRANSITIVE_PROPERTY,
        SYMMETRIC_PROPERTY,
        ASYMMETRIC_PROPERTY,
        IRREFLEXIVE_PROPERTY,
        REFLEXIVE_PROPERTY,
    }
)
CLASS_KINDS = frozenset({CLASS, RDFS_CLASS, RESTRICTION})
# A node of one of these types is part of an axiom.
AXIOM_TYPES = (
    PROPERTY_KINDS
    | CLASS_KINDS
    | {
        ONTOLOGY,
        RDFS_DATATYPE,
        RDF_LIST,
        ALL_DIFFERENT,
        ALL_DISJOINT_CLASSES,
        ALL_DISJOINT_PROPERTIES,
        NEGATIVE_PROPERTY_ASSERTION,
        AXIOM,
        IMP,
        ATOM_LIST,
        CLASS_ATOM,
        INDIVIDUAL_PROPERTY_ATOM,
        DATAVALUED_PROPERTY_ATOM,
        SAME_INDIVIDUAL_ATOM,
        DIFFERENT_INDIVIDUALS_ATOM,
        BUILTIN_ATOM,
        SWRL_VARIABLE,
        SWRL_BUILTIN,
    }
)
ANNOTATIONS = frozenset({LABEL, COMMENT, SEE_ALSO, IS_DEFINED_BY, VERSION_INFO})
