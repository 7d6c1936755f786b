"""The words of RDF, RDFS, OWL and SWRL, each with the number every table of terms gives it, and the namespaces."""

from collections.abc import Mapping

from .literal import RDF, XSD

ORO = "http://kb.openrobots.org#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
SWRL = "http://www.w3.org/2003/11/swrl#"
SWRLB = "http://www.w3.org/2003/11/swrlb#"
PREFIXES: Mapping[str, str] = {
    "oro": ORO, "rdf": RDF, "rdfs": RDFS, "owl": OWL, "xsd": XSD,
    "cyc": "http://sw.opencyc.org/concept/", "dbr": "http://dbpedia.org/resource/",
    "dbo": "http://dbpedia.org/ontology/", "dbp": "http://dbpedia.org/property/",
    "prov": "http://www.w3.org/ns/prov#", "foaf": "http://xmlns.com/foaf/0.1/", "swrl": SWRL, "swrlb": SWRLB,
}  # fmt: skip
KNOWN: list[str] = []


def _known(namespace: str, names: str) -> tuple[int, ...]:
    first = len(KNOWN) + 1
    KNOWN.extend(namespace + name for name in names.split())
    return tuple(range(first, len(KNOWN) + 1))


TYPE, FIRST, REST, NIL, RDF_PROPERTY, RDF_LIST = _known(RDF, "type first rest nil Property List")
(PLAIN_LITERAL,) = _known(RDF, "PlainLiteral")
SUB_CLASS_OF, SUB_PROPERTY_OF, DOMAIN, RANGE, LABEL = _known(RDFS, "subClassOf subPropertyOf domain range label")
COMMENT, RDFS_CLASS, RDFS_DATATYPE, RDFS_LITERAL = _known(RDFS, "comment Class Datatype Literal")
RDFS_RESOURCE, SEE_ALSO, IS_DEFINED_BY = _known(RDFS, "Resource seeAlso isDefinedBy")
CLASS, THING, NOTHING, ONTOLOGY, NAMED_INDIVIDUAL = _known(OWL, "Class Thing Nothing Ontology NamedIndividual")
OBJECT_PROPERTY, DATATYPE_PROPERTY = _known(OWL, "ObjectProperty DatatypeProperty")
ANNOTATION_PROPERTY, RESTRICTION, FUNCTIONAL_PROPERTY = _known(OWL, "AnnotationProperty Restriction FunctionalProperty")
INVERSE_FUNCTIONAL_PROPERTY, TRANSITIVE_PROPERTY = _known(OWL, "InverseFunctionalProperty TransitiveProperty")
SYMMETRIC_PROPERTY, ASYMMETRIC_PROPERTY = _known(OWL, "SymmetricProperty AsymmetricProperty")
IRREFLEXIVE_PROPERTY, REFLEXIVE_PROPERTY = _known(OWL, "IrreflexiveProperty ReflexiveProperty")
ALL_DIFFERENT, ALL_DISJOINT_CLASSES = _known(OWL, "AllDifferent AllDisjointClasses")
ALL_DISJOINT_PROPERTIES, NEGATIVE_PROPERTY_ASSERTION = _known(OWL, "AllDisjointProperties NegativePropertyAssertion")
AXIOM, SAME_AS, DIFFERENT_FROM, EQUIVALENT_CLASS = _known(OWL, "Axiom sameAs differentFrom equivalentClass")
DISJOINT_WITH, DISJOINT_UNION_OF, COMPLEMENT_OF = _known(OWL, "disjointWith disjointUnionOf complementOf")
INTERSECTION_OF, UNION_OF, ONE_OF, EQUIVALENT_PROPERTY = _known(OWL, "intersectionOf unionOf oneOf equivalentProperty")
INVERSE_OF, PROPERTY_DISJOINT_WITH = _known(OWL, "inverseOf propertyDisjointWith")
PROPERTY_CHAIN_AXIOM, HAS_KEY, ON_PROPERTY, ON_CLASS = _known(OWL, "propertyChainAxiom hasKey onProperty onClass")
ON_DATA_RANGE, SOME_VALUES_FROM, ALL_VALUES_FROM = _known(OWL, "onDataRange someValuesFrom allValuesFrom")
HAS_VALUE, HAS_SELF, MIN_CARDINALITY, MAX_CARDINALITY = _known(OWL, "hasValue hasSelf minCardinality maxCardinality")
CARDINALITY, MIN_QUALIFIED_CARDINALITY = _known(OWL, "cardinality minQualifiedCardinality")
MAX_QUALIFIED_CARDINALITY, QUALIFIED_CARDINALITY = _known(OWL, "maxQualifiedCardinality qualifiedCardinality")
MEMBERS, DISTINCT_MEMBERS, SOURCE_INDIVIDUAL = _known(OWL, "members distinctMembers sourceIndividual")
ASSERTION_PROPERTY, TARGET_INDIVIDUAL, TARGET_VALUE = _known(OWL, "assertionProperty targetIndividual targetValue")
ON_DATATYPE, WITH_RESTRICTIONS, IMPORTS, VERSION_INFO = _known(OWL, "onDatatype withRestrictions imports versionInfo")
IMP, SWRL_BODY, SWRL_HEAD, ATOM_LIST, CLASS_ATOM = _known(SWRL, "Imp body head AtomList ClassAtom")
INDIVIDUAL_PROPERTY_ATOM, DATAVALUED_PROPERTY_ATOM = _known(SWRL, "IndividualPropertyAtom DatavaluedPropertyAtom")
SAME_INDIVIDUAL_ATOM, DIFFERENT_INDIVIDUALS_ATOM = _known(SWRL, "SameIndividualAtom DifferentIndividualsAtom")
BUILTIN_ATOM, SWRL_VARIABLE, SWRL_BUILTIN, CLASS_PREDICATE = _known(SWRL, "BuiltinAtom Variable Builtin classPredicate")
PROPERTY_PREDICATE, ARGUMENT1, ARGUMENT2, ARGUMENTS = _known(SWRL, "propertyPredicate argument1 argument2 arguments")
(BUILTIN,) = _known(SWRL, "builtin")
MIN_INCLUSIVE, MAX_INCLUSIVE, MIN_EXCLUSIVE = _known(XSD, "minInclusive maxInclusive minExclusive")
MAX_EXCLUSIVE, LENGTH, MIN_LENGTH, MAX_LENGTH, PATTERN = _known(XSD, "maxExclusive length minLength maxLength pattern")

# Predicates that state axioms: what carries them belongs to the terminology, not to the facts.
AXIOM_PREDICATES = frozenset({
    FIRST, REST, SUB_CLASS_OF, SUB_PROPERTY_OF, DOMAIN, RANGE, EQUIVALENT_CLASS, DISJOINT_WITH, DISJOINT_UNION_OF,
    COMPLEMENT_OF, INTERSECTION_OF, UNION_OF, ONE_OF, EQUIVALENT_PROPERTY, INVERSE_OF, PROPERTY_DISJOINT_WITH,
    PROPERTY_CHAIN_AXIOM, HAS_KEY, ON_PROPERTY, ON_CLASS, ON_DATA_RANGE, SOME_VALUES_FROM, ALL_VALUES_FROM, HAS_VALUE,
    HAS_SELF, MIN_CARDINALITY, MAX_CARDINALITY, CARDINALITY, MIN_QUALIFIED_CARDINALITY, MAX_QUALIFIED_CARDINALITY,
    QUALIFIED_CARDINALITY, MEMBERS, DISTINCT_MEMBERS, SOURCE_INDIVIDUAL, ASSERTION_PROPERTY, TARGET_INDIVIDUAL,
    TARGET_VALUE, ON_DATATYPE, WITH_RESTRICTIONS, MIN_INCLUSIVE, MAX_INCLUSIVE, MIN_EXCLUSIVE, MAX_EXCLUSIVE, LENGTH,
    MIN_LENGTH, MAX_LENGTH, PATTERN, SWRL_BODY, SWRL_HEAD, CLASS_PREDICATE, PROPERTY_PREDICATE, ARGUMENT1, ARGUMENT2,
    ARGUMENTS, BUILTIN, IMPORTS,
})  # fmt: skip
PROPERTY_KINDS = frozenset({
    RDF_PROPERTY, OBJECT_PROPERTY, DATATYPE_PROPERTY, ANNOTATION_PROPERTY, FUNCTIONAL_PROPERTY,
    INVERSE_FUNCTIONAL_PROPERTY, TRANSITIVE_PROPERTY, SYMMETRIC_PROPERTY, ASYMMETRIC_PROPERTY, IRREFLEXIVE_PROPERTY,
    REFLEXIVE_PROPERTY,
})  # fmt: skip
CLASS_KINDS = frozenset({CLASS, RDFS_CLASS, RESTRICTION})
# A node of one of these types is part of an axiom.
AXIOM_TYPES = PROPERTY_KINDS | CLASS_KINDS | {
    ONTOLOGY, RDFS_DATATYPE, RDF_LIST, ALL_DIFFERENT, ALL_DISJOINT_CLASSES, ALL_DISJOINT_PROPERTIES,
    NEGATIVE_PROPERTY_ASSERTION, AXIOM, IMP, ATOM_LIST, CLASS_ATOM, INDIVIDUAL_PROPERTY_ATOM, DATAVALUED_PROPERTY_ATOM,
    SAME_INDIVIDUAL_ATOM, DIFFERENT_INDIVIDUALS_ATOM, BUILTIN_ATOM, SWRL_VARIABLE, SWRL_BUILTIN,
}  # fmt: skip
ANNOTATIONS = frozenset({LABEL, COMMENT, SEE_ALSO, IS_DEFINED_BY, VERSION_INFO})
