import type { AST } from '@eslint-community/regexpp';
import type { Counted } from './backtracking.ts';
import { charactersIn, isSingleCharacter, nodesOf, type SingleCharacter } from './expression-nodes.ts';

/** Characters that expressions of this program treat differently, in addition to those that they name. */
const CHARACTERS = [...'aZ0 \n\t-_.,"\'</\\\0é日', '\ud83c\udf7b'];

/** A limit for expressions that name every letter. */
const MAX_REPRESENTATIVES = 14;

/**
 * One character of each kind that the expression distinguishes, with those that its classes distinguish
 * first.
 */
export const representativesOf = ({ pattern, accepts }: Counted): string[] => {
  const singles = nodesOf(pattern).filter(isSingleCharacter);
  const characters = [...new Set([...singles.flatMap(charactersIn), ...CHARACTERS])];
  const oneOfEach = (nodes: readonly SingleCharacter[]): string[] => {
    const kindOf = (character: string) => nodes.map(node => (accepts(node, character) ? 1 : 0)).join('');
    return [...new Map(characters.toReversed().map(character => [kindOf(character), character])).values()];
  };
  const byClasses = oneOfEach(singles.filter(node => node.type !== 'Character'));
  return [...new Set([...byClasses, ...oneOfEach(singles)])].slice(0, MAX_REPRESENTATIVES);
};

/** Short texts that a node matches. */
export const samplesOf = (node: AST.Node, counted: Counted, representatives: readonly string[]): string[] => {
  const samples = (part: AST.Node): string[] => samplesOf(part, counted, representatives);
  const join = (parts: readonly string[][]): string[] =>
    [0, 1].map(choice => parts.map(texts => texts[Math.min(choice, texts.length - 1)] ?? '').join(''));
  if (node.type === 'Character') return charactersIn(node);
  if (isSingleCharacter(node))
    return representatives.filter(character => counted.accepts(node, character)).slice(0, 3);
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap(samples).slice(0, 6);
    case 'Alternative':
      return [...new Set(join(node.elements.map(samples)))];
    case 'Quantifier':
      return [
        ...new Set([
          ...(node.min === 0 ? [''] : []),
          ...samples(node.element).map(text => text.repeat(Math.max(1, Math.min(node.min, 50)))),
        ]),
      ];
    case 'Backreference':
      return samples([node.resolved].flat()[0]!);
    default:
      return [''];
  }
};

/** Texts that lead to a node: one sample of each node before it, on every level. */
export const prefixesOf = (
  node: AST.Node,
  counted: Counted,
  representatives: readonly string[],
): string[] => {
  const { parent } = node;
  if (parent === null || parent === undefined || parent.type === 'RegExpLiteral') return [''];
  const before = prefixesOf(parent, counted, representatives);
  if (parent.type !== 'Alternative') return before;
  const earlier = parent.elements
    .slice(0, parent.elements.indexOf(node as AST.Element))
    .map(element => samplesOf(element, counted, representatives));
  return [
    ...new Set(
      [0, 1].flatMap(choice =>
        before.map(
          lead => lead + earlier.map(texts => texts[Math.min(choice, texts.length - 1)] ?? '').join(''),
        ),
      ),
    ),
  ];
};
