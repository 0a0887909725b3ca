import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * A regular expression in a source file: a literal, an argument of `RegExp`, or the `pattern` of a schema.
 */
export interface Expression {
  /** `file:line`. */
  readonly where: string;
  /** Null when the expression is built at run time from values that the source does not contain. */
  readonly source: string | null;
  readonly flags: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
type Scope = ReadonlyMap<string, Node>;
interface Source {
  readonly file: string;
  readonly text: string;
  /** The nodes of the syntax tree, parents before their children. */
  readonly nodes: readonly Node[];
  readonly scope: Scope;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const isRegex = (
  node: Node,
): node is Node & { readonly regex: { readonly pattern: string; readonly flags: string } } =>
  node.type === 'Literal' && typeof node['regex'] === 'object';

const addNodes = (value: unknown, nodes: Node[]): Node[] => {
  if (isNode(value)) nodes.push(value);
  if (Array.isArray(value) || isNode(value)) for (const inner of Object.values(value)) addNodes(inner, nodes);
  return nodes;
};

const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? node['value'] ?? '') : '');

const opened = new Map<string, Source>();
const open = (file: string): Source => {
  const known = opened.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const nodes = addNodes(program, []);
  const declared = nodes.flatMap((node): [string, Node][] => {
    if (node.type === 'VariableDeclarator' && isNode(node['init']))
      return [[nameOf(node['id']), node['init']]];
    if (node.type !== 'ImportDeclaration') return [];
    return (node['specifiers'] as Node[]).map(one => [
      nameOf(one['local']),
      { ...one, from: nameOf(node['source']) },
    ]);
  });
  const source = { file, text, nodes, scope: new Map(declared) };
  opened.set(file, source);
  return source;
};

const concatenated = (parts: readonly (string | null)[]): string | null =>
  parts.includes(null) ? null : parts.join('');

/** The texts of a template and of its expressions, in order. */
const partsOfTemplate = (template: Node, source: Source, form: 'raw' | 'cooked'): (string | null)[] => {
  const { quasis, expressions } = template as unknown as {
    quasis: { value: { raw: string; cooked: string } }[];
    expressions: Node[];
  };
  return quasis.flatMap(({ value }, at) => [
    value[form],
    ...(at < expressions.length ? [textIn(expressions[at], source)] : []),
  ]);
};

/** The text of a constant in the source or in the file from which it is imported. */
const textNamed = (name: string, source: Source): string | null => {
  const found = source.scope.get(name);
  if (found?.type !== 'ImportSpecifier') return textIn(found, source);
  const from = normalize(join(dirname(source.file), String(found['from'])));
  if (!existsSync(from)) return null;
  const other = open(from);
  return textIn(other.scope.get(nameOf(found['imported'])), other);
};

/** The constant text of an expression, or null when the source alone does not determine it. */
const textIn = (node: Node | undefined, source: Source): string | null => {
  if (node === undefined) return null;
  const within = (inner: unknown): string | null => (isNode(inner) ? textIn(inner, source) : null);
  if (isRegex(node)) return node.regex.pattern;
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? node['value'] : null;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return within(node['expression']);
    case 'BinaryExpression':
      return node['operator'] === '+' ? concatenated([within(node['left']), within(node['right'])]) : null;
    case 'TaggedTemplateExpression':
      return concatenated(partsOfTemplate(node['quasi'] as Node, source, 'raw'));
    case 'TemplateLiteral':
      return concatenated(partsOfTemplate(node, source, 'cooked'));
    case 'Identifier':
      return textNamed(nameOf(node), source);
    default:
      return null;
  }
};

const expressionsIn = (source: Source): Expression[] =>
  source.nodes.flatMap(node => {
    const where = `${source.file}:${source.text.slice(0, node.start).split('\n').length}`;
    if (isRegex(node)) return [{ where, source: node.regex.pattern, flags: node.regex.flags }];
    if (
      (node.type === 'NewExpression' || node.type === 'CallExpression') &&
      nameOf(node['callee']) === 'RegExp'
    ) {
      const [pattern, flags] = node['arguments'] as Node[];
      return [{ where, source: textIn(pattern, source), flags: textIn(flags, source) ?? '' }];
    }
    // Schemas compile their patterns with the flag u.
    if (node.type === 'Property' && nameOf(node['key']) === 'pattern' && isNode(node['value'])) {
      const pattern = textIn(node['value'], source);
      return pattern === null ? [] : [{ where, source: pattern, flags: 'u' }];
    }
    return [];
  });

/** All regular expressions in the source files of the folders. */
export const expressionsOf = (folders: readonly string[]): Expression[] =>
  folders
    .flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
    )
    .filter(file => /\.(?:ts|tsx|js|mjs)$/.test(file))
    .toSorted()
    .map(open)
    .flatMap(expressionsIn);

/** The patterns in a JSON document, such as the contract's schemas. */
export const patternsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'pattern' && typeof inner === 'string' ? [inner] : patternsIn(inner),
  );
};
