import {
  Kind,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

/**
 * Cost of an operation: the values that its answer may have, and a share for each REST request. The other limits bound a
 * document; this one includes the sizes of the pages, which are variables.
 */

/** Cost of a REST request: as much as 100 values. */
const REQUEST_COST = 100;
/** Rows of a page whose size is not named, as the REST routes have by default. */
const DEFAULT_ROWS = 100;
/** Assumed length of a list inside a row. */
const NESTED_ROWS = 10;
const SIZE_ARGUMENTS: ReadonlySet<string> = new Set(['page_size', 'pageSize', 'limit', 'top']);

type Variables = Readonly<Record<string, unknown>>;

interface Costed {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Variables;
  /** Costs of fragments by name and rows: chains of spreads would take exponential time otherwise. */
  readonly known: Map<string, number>;
}

const readValue = (node: ValueNode, variables: Variables): unknown => {
  if (node.kind === Kind.VARIABLE) return variables[node.name.value];
  if (node.kind === Kind.INT) return Number(node.value);
  return node.kind === Kind.BOOLEAN ? node.value : undefined;
};

/** The variables of a request, with the defaults that the operation declares. */
const withDefaults = (operation: OperationDefinitionNode, variables: Variables): Variables => {
  const defaults: Record<string, unknown> = {};
  for (const { variable, defaultValue } of operation.variableDefinitions ?? [])
    if (defaultValue !== undefined) defaults[variable.name.value] = readValue(defaultValue, {});
  return { ...defaults, ...variables };
};

const isSelected = (directives: readonly DirectiveNode[] | undefined, variables: Variables): boolean =>
  (directives ?? []).every(({ name, arguments: sent }) => {
    const condition = sent?.[0] === undefined ? undefined : readValue(sent[0].value, variables);
    if (name.value === 'include') return condition !== false;
    return name.value !== 'skip' || condition !== true;
  });

/** Rows that a field of the query type may return. */
const rowsOf = ({ arguments: sent }: FieldNode, variables: Variables): number => {
  const sizes = (sent ?? [])
    .filter(({ name }) => SIZE_ARGUMENTS.has(name.value))
    .map(({ value }) => readValue(value, variables))
    .filter(size => typeof size === 'number' && size > 0);
  return sizes.length === 0 ? DEFAULT_ROWS : Math.max(...(sizes as number[]));
};

/** A type by its fields: Mesh loads another build of graphql, whose classes `instanceof` does not know. */
interface Parent {
  getFields?(): Readonly<Record<string, { readonly type: GraphQLOutputType } | undefined>>;
}
const withoutWrappers = (type: GraphQLOutputType): Parent => {
  let inner: unknown = type;
  while (typeof inner === 'object' && inner !== null && 'ofType' in inner) inner = inner.ofType;
  return inner as Parent;
};
const isList = (type: GraphQLOutputType): boolean => String(type).startsWith('[');

/** @param rows rows of the first list below, which every further list multiplies */
const costOfSelection = (
  costed: Costed,
  { selections }: SelectionSetNode,
  parent: Parent,
  rows: number,
): number => {
  let cost = 0;
  for (const selection of selections) {
    if (!isSelected(selection.directives, costed.variables)) continue;
    if (selection.kind === Kind.FIELD) cost += costOfField(costed, selection, parent, rows);
    else if (selection.kind === Kind.FRAGMENT_SPREAD)
      cost += costOfFragment(costed, selection.name.value, rows);
    else cost += costOfSelection(costed, selection.selectionSet, parent, rows);
  }
  return cost;
};

const costOfField = (costed: Costed, field: FieldNode, parent: Parent, rows: number): number => {
  if (field.selectionSet === undefined) return 1;
  const type = parent.getFields?.()[field.name.value]?.type;
  if (type === undefined) return 1;
  const inner = withoutWrappers(type);
  return isList(type)
    ? rows * costOfSelection(costed, field.selectionSet, inner, NESTED_ROWS)
    : costOfSelection(costed, field.selectionSet, inner, rows);
};

const costOfFragment = (costed: Costed, name: string, rows: number): number => {
  const key = `${rows} ${name}`;
  const known = costed.known.get(key);
  if (known !== undefined) return known;
  const fragment = costed.fragments.get(name);
  const type = fragment && costed.schema.getType(fragment.typeCondition.name.value);
  const cost =
    fragment === undefined || type === undefined
      ? 0
      : costOfSelection(costed, fragment.selectionSet, type as Parent, rows);
  costed.known.set(key, cost);
  return cost;
};

/** Calls a function with each field of the query or mutation type: each is a REST request. */
const forEachRequest = (
  costed: Costed,
  { selections }: SelectionSetNode,
  visit: (field: FieldNode) => void,
  spread = new Set<string>(),
): void => {
  for (const selection of selections) {
    if (!isSelected(selection.directives, costed.variables)) continue;
    if (selection.kind === Kind.FIELD) visit(selection);
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      forEachRequest(costed, selection.selectionSet, visit, spread);
    else if (!spread.has(selection.name.value)) {
      spread.add(selection.name.value);
      const fragment = costed.fragments.get(selection.name.value);
      if (fragment !== undefined) forEachRequest(costed, fragment.selectionSet, visit, spread);
    }
  }
};

/**
 * Cost of a validated operation.
 * @param variables as sent, not validated
 */
export const costOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables = {},
): number => {
  const fragments = document.definitions.filter(one => one.kind === Kind.FRAGMENT_DEFINITION);
  const costed: Costed = {
    schema,
    fragments: new Map(fragments.map(one => [one.name.value, one])),
    variables: withDefaults(operation, variables),
    known: new Map(),
  };
  const root = schema.getRootType(operation.operation);
  if (root === undefined || root === null) return 0;
  let cost = 0;
  forEachRequest(costed, operation.selectionSet, field => {
    cost += REQUEST_COST + costOfField(costed, field, root, rowsOf(field, costed.variables));
  });
  return cost;
};
