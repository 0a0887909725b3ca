import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
/** Visits a node and all its descendants, in the order of the source. */
const visitNodes = (value: unknown, visit: (node: Node) => void): void => {
  if (Array.isArray(value)) for (const item of value) visitNodes(item, visit);
  else if (isNode(value)) {
    visit(value);
    for (const field in value) visitNodes(value[field], visit);
  }
};

/** The names that a pattern binds, as in `{ a, b: [c = 1, ...d] }`. */
const namesBoundBy = (pattern: unknown): string[] => {
  if (Array.isArray(pattern)) return pattern.flatMap(namesBoundBy);
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern['name'])];
    case 'ObjectPattern':
      return namesBoundBy(pattern['properties']);
    case 'Property':
      return namesBoundBy(pattern['value']);
    case 'ArrayPattern':
      return namesBoundBy(pattern['elements']);
    case 'AssignmentPattern':
      return namesBoundBy(pattern['left']);
    case 'RestElement':
      return namesBoundBy(pattern['argument']);
    case 'TSParameterProperty':
      return namesBoundBy(pattern['parameter']);
    default:
      return [];
  }
};

const namesDeclaredBy = (node: Node): string[] => {
  switch (node.type) {
    case 'VariableDeclarator':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return namesBoundBy(node['id']);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'TSDeclareFunction':
    case 'TSFunctionType':
      return [...namesBoundBy(node['id']), ...namesBoundBy(node['params'])];
    case 'CatchClause':
      return namesBoundBy(node['param']);
    case 'TSMethodSignature':
      return [...namesBoundBy(node['key']), ...namesBoundBy(node['params'])];
    case 'TSPropertySignature':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return namesBoundBy(node['key']);
    default:
      return [];
  }
};

const parseNames = (file: string, text: string): readonly string[] => {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const names: string[] = [];
  visitNodes(program, node => names.push(...namesDeclaredBy(node)));
  return names;
};

/** Names by file: several laws read them. */
const known = new Map<string, readonly string[]>();

/**
 * Returns all names that a TypeScript source declares: variables, parameters, functions, classes, types and
 * their fields.
 */
export const namesDeclaredIn = (file: string, text?: string): readonly string[] => {
  if (text !== undefined) return parseNames(file, text);
  const names = known.get(file) ?? parseNames(file, readFileSync(file, 'utf8'));
  known.set(file, names);
  return names;
};
