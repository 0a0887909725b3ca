import type { AST } from '@eslint-community/regexpp';
import { countSteps, TooManySteps, type Counted } from './backtracking.ts';
import { isSingleCharacter, nodesOf } from './expression-nodes.ts';
import { prefixesOf, representativesOf, samplesOf } from './expression-samples.ts';

/**
 * How the steps of a regular expression grow with the length of a text. Each text is built from the syntax of
 * the expression: a `prefix` that leads to a repetition, a `pump` that the expression repeats, and a `suffix`
 * at which the match fails.
 */

/** A text that makes an expression slow. */
export interface Slow {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
  readonly growth: number;
}

const MAX_STEPS = 2_000_000;
/** Pumps and steps of the short texts that compare prefixes and suffixes. */
const [PROBE_PUMPS, MAX_PROBE_STEPS] = [20, 50_000];
/** Pumps of the shorter one of the two texts that are compared. */
const PUMPS = 100;
/** Fewer repetitions than this cannot make an expression slow. */
const MIN_REPEATED = 8;

const isRepetition = (node: AST.Node): node is AST.Quantifier =>
  node.type === 'Quantifier' && node.max >= MIN_REPEATED;

const textOf = ({ prefix, pump, suffix }: Omit<Slow, 'growth'>, times: number): string =>
  prefix + pump.repeat(times) + suffix;

/** Growth of the steps from `from` to `to` pumps, divided by the growth of the length. */
const growthOf = (counted: Counted, slow: Omit<Slow, 'growth'>, from: number, to: number): number => {
  try {
    return (
      counted.steps(textOf(slow, to), MAX_STEPS) / counted.steps(textOf(slow, from), MAX_STEPS) / (to / from)
    );
  } catch (error) {
    if (error instanceof TooManySteps || error instanceof RangeError) return Number.POSITIVE_INFINITY;
    throw error;
  }
};

const stepsOf = (counted: Counted, text: string): number => {
  try {
    return counted.steps(text, MAX_PROBE_STEPS);
  } catch (error) {
    if (error instanceof TooManySteps) return Number.POSITIVE_INFINITY;
    throw error;
  }
};

/** The prefix and the suffix with which a pump takes the largest number of steps. */
const worstAround = (
  counted: Counted,
  pump: string,
  prefixes: readonly string[],
  suffixes: readonly string[],
): Omit<Slow, 'growth'> => {
  const around = prefixes.flatMap(prefix => suffixes.map(suffix => ({ prefix, pump, suffix })));
  const stepsPerCharacter = around.map(one => {
    const text = textOf(one, PROBE_PUMPS);
    return stepsOf(counted, text) / text.length;
  });
  return around[stepsPerCharacter.indexOf(Math.max(...stepsPerCharacter))]!;
};

/** The largest number of characters at which an expression looks from one place, or infinity. */
const reachOf = (node: AST.Node): number => {
  switch (node.type) {
    case 'Alternative':
      return node.elements.reduce((sum, element) => sum + reachOf(element), 0);
    case 'Assertion':
      if (node.kind === 'lookbehind') return Number.POSITIVE_INFINITY;
      return node.kind === 'lookahead' ? Math.max(...node.alternatives.map(reachOf)) : 0;
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return Math.max(...node.alternatives.map(reachOf));
    case 'Quantifier':
      return node.max === 0 ? 0 : node.max * reachOf(node.element);
    default:
      return isSingleCharacter(node) ? 1 : Number.POSITIVE_INFINITY;
  }
};

/** An upper bound of the number of ways in which an expression matches at one place. */
const matchCountOf = (node: AST.Node): number => {
  switch (node.type) {
    case 'Alternative':
      return node.elements.reduce((product, element) => product * matchCountOf(element), 1);
    case 'Assertion':
      return 'alternatives' in node ? node.alternatives.reduce((sum, one) => sum + matchCountOf(one), 0) : 1;
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.reduce((sum, one) => sum + matchCountOf(one), 0);
    case 'Quantifier':
      return (node.max - node.min + 1) * matchCountOf(node.element) ** node.max;
    default:
      return 1;
  }
};

/**
 * Whether an expression matches at the start of the text only, looks at fewer characters than the shorter one of the
 * compared texts has, and takes few steps there, so that its steps cannot grow faster than the text. The pattern of
 * 64-bit integers took nearly as long as all others.
 */
const isBounded = (pattern: AST.Pattern, flags: string): boolean =>
  !flags.includes('m') &&
  pattern.alternatives.every(
    ({ elements: [first] }) => first?.type === 'Assertion' && first.kind === 'start',
  ) &&
  reachOf(pattern) < PUMPS &&
  matchCountOf(pattern) * reachOf(pattern) < MAX_PROBE_STEPS;

/**
 * A text for which the steps of an expression grow faster than its length, or null when none was found.
 * Linear expressions have a growth of 1, quadratic ones of nearly the factor between the two lengths.
 */
export const findSlowText = (source: string, flags: string): Slow | null => {
  const counted = countSteps(source, flags);
  const nodes = nodesOf(counted.pattern);
  const repetitions = nodes.filter(isRepetition);
  if (repetitions.length === 0 || isBounded(counted.pattern, flags)) return null;
  const representatives = representativesOf(counted);
  const prefixes = [
    ...new Set(['', ...repetitions.flatMap(node => prefixesOf(node, counted, representatives))]),
  ];
  const samples = [
    ...repetitions.flatMap(node => [node.element, node]),
    ...nodes.filter(node => node.type === 'Alternative' && nodesOf(node).some(isRepetition)),
  ].flatMap(node => samplesOf(node, counted, representatives));
  const pairs =
    representatives.length > 6
      ? []
      : representatives.flatMap(one => representatives.map(other => one + other));
  // A repeated prefix starts the repetition many times.
  const pumps = [...new Set([...representatives, ...prefixes, ...samples, ...pairs])].filter(
    pump => pump !== '',
  );
  const suffixes = ['', ...representatives];
  for (const pump of pumps) {
    // A run at the start of the text may match another alternative (`^\s+|\s+$`).
    const leads = representatives.includes(pump) ? [...new Set([...prefixes, ...representatives])] : prefixes;
    const slow = worstAround(counted, pump, leads, suffixes);
    if (growthOf(counted, slow, PUMPS / 4, PUMPS) < 1.5) continue;
    const growth = growthOf(counted, slow, PUMPS, 8 * PUMPS);
    if (growth > 2) return { ...slow, growth };
  }
  return null;
};
