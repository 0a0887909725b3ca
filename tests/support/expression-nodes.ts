import type { AST } from '@eslint-community/regexpp';

/** The parts of a regular expression. */

/** A node that matches one character. */
export type SingleCharacter =
  | AST.Character
  | AST.CharacterSet
  | AST.CharacterClass
  | AST.ExpressionCharacterClass;

export const isSingleCharacter = (node: AST.Node): node is SingleCharacter =>
  node.type === 'Character' ||
  node.type === 'CharacterSet' ||
  node.type === 'CharacterClass' ||
  node.type === 'ExpressionCharacterClass';

const childrenOf = (node: AST.Node): readonly AST.Node[] => {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives;
    case 'Assertion':
      return 'alternatives' in node ? node.alternatives : [];
    case 'Alternative':
      return node.elements;
    case 'Quantifier':
      return [node.element];
    default:
      return [];
  }
};
/** A node and all its descendants. */
export const nodesOf = (node: AST.Node): readonly AST.Node[] => [node, ...childrenOf(node).flatMap(nodesOf)];

/** The characters that a node names. */
export const charactersIn = (node: SingleCharacter): string[] => {
  if (node.type === 'Character') return [String.fromCodePoint(node.value)];
  if (node.type !== 'CharacterClass') return [];
  return node.elements.flatMap(element => {
    if (element.type === 'Character') return [String.fromCodePoint(element.value)];
    return element.type === 'CharacterClassRange'
      ? [String.fromCodePoint(element.min.value), String.fromCodePoint(element.max.value)]
      : [];
  });
};
