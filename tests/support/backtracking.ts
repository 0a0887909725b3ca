import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { isSingleCharacter, type SingleCharacter } from './expression-nodes.ts';

/**
 * A regular expression engine that counts its steps. It backtracks as V8 does, so that its steps grow like
 * V8's time but are the same on every machine. It is for short texts.
 */

/** An expression took more steps than the limit. */
export class TooManySteps extends Error {}

export interface Counted {
  readonly pattern: AST.Pattern;
  /** Tests whether a node that stands for one character matches the character. */
  readonly accepts: (node: SingleCharacter, character: string) => boolean;
  /** The steps of searching for all matches in a text. @throws {TooManySteps} */
  steps(text: string, limit: number): number;
}

type Continue = (at: number) => boolean;
type Match = (at: number, next: Continue) => boolean;

const WORD = /\w/;

/** @throws {SyntaxError} when the source is no regular expression */
export const countSteps = (source: string, flags: string): Counted => {
  const unicode = flags.includes('u') || flags.includes('v');
  const pattern = new RegExpParser().parsePattern(source, undefined, undefined, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const own = flags.replaceAll(/[gyd]/g, '');
  const accepted = new Map<AST.Node, Map<string, boolean>>();
  const accepts = (node: SingleCharacter, character: string): boolean => {
    const known = accepted.get(node) ?? new Map<string, boolean>();
    accepted.set(node, known);
    const found = known.get(character) ?? new RegExp(`^(?:${node.raw})$`, own).test(character);
    known.set(character, found);
    return found;
  };

  let text: readonly string[] = [];
  let [steps, stepLimit] = [0, 0];
  const captured = new Map<AST.CapturingGroup, readonly [number, number]>();
  const step = (): void => {
    steps += 1;
    if (steps > stepLimit) throw new TooManySteps(`more than ${stepLimit} steps`);
  };
  const isWord = (at: number): boolean => WORD.test(text[at] ?? ' ');

  const compileAll = (alternatives: readonly AST.Alternative[], back: boolean): Match => {
    const branches = alternatives.map(({ elements }) => {
      const matches = elements.map(element => compile(element, back));
      if (back) matches.reverse();
      return (at: number, next: Continue): boolean => {
        const from = (index: number, place: number): boolean =>
          index === matches.length ? next(place) : matches[index]!(place, there => from(index + 1, there));
        return from(0, at);
      };
    });
    return (at, next) =>
      branches.some(branch => {
        step();
        return branch(at, next);
      });
  };

  const compileSingle =
    (node: SingleCharacter, back: boolean): Match =>
    (at, next) => {
      step();
      const character = text[back ? at - 1 : at];
      return character !== undefined && accepts(node, character) && next(back ? at - 1 : at + 1);
    };

  const compileQuantifier = ({ element, min, max, greedy }: AST.Quantifier, back: boolean): Match => {
    const match = compile(element, back);
    if (isSingleCharacter(element)) {
      // As in V8: a loop takes characters one by one, and gives them back one by one.
      return (at, next) => {
        const places = [at];
        const extend = (): boolean =>
          places.length - 1 < max &&
          match(places.at(-1)!, place => {
            places.push(place);
            return true;
          });
        if (greedy) while (extend());
        else while (places.length - 1 < min && extend());
        if (places.length - 1 < min) return false;
        if (!greedy) {
          do if (next(places.at(-1)!)) return true;
          while (extend());
          return false;
        }
        for (let count = places.length - 1; count >= min; count -= 1) {
          step();
          if (next(places[count]!)) return true;
        }
        return false;
      };
    }
    const repeat = (count: number, at: number, next: Continue): boolean => {
      const again = (): boolean =>
        count < max && match(at, place => (place !== at || count < min) && repeat(count + 1, place, next));
      const enough = (): boolean => count >= min && next(at);
      step();
      return greedy ? again() || enough() : enough() || again();
    };
    return (at, next) => repeat(0, at, next);
  };

  const compileAssertion = (node: AST.Assertion): Match => {
    switch (node.kind) {
      case 'start':
        return (at, next) => {
          step();
          return (at === 0 || (flags.includes('m') && text[at - 1] === '\n')) && next(at);
        };
      case 'end':
        return (at, next) => {
          step();
          return (at === text.length || (flags.includes('m') && text[at] === '\n')) && next(at);
        };
      case 'word':
        return (at, next) => {
          step();
          return (isWord(at - 1) !== isWord(at)) !== node.negate && next(at);
        };
      case 'lookahead':
      case 'lookbehind': {
        const match = compileAll(node.alternatives, node.kind === 'lookbehind');
        return (at, next) => match(at, () => true) !== node.negate && next(at);
      }
    }
  };

  const compile = (node: AST.Element, back: boolean): Match => {
    if (isSingleCharacter(node)) return compileSingle(node, back);
    switch (node.type) {
      case 'Group':
        return compileAll(node.alternatives, back);
      case 'CapturingGroup': {
        const match = compileAll(node.alternatives, back);
        return (at, next) =>
          match(at, place => {
            const before = captured.get(node);
            captured.set(node, [Math.min(at, place), Math.max(at, place)]);
            if (next(place)) return true;
            if (before === undefined) captured.delete(node);
            else captured.set(node, before);
            return false;
          });
      }
      case 'Quantifier':
        return compileQuantifier(node, back);
      case 'Backreference':
        return (at, next) => {
          const [from, to] = captured.get([node.resolved].flat()[0]!) ?? [0, 0];
          for (let place = from; place < to; place += 1) {
            step();
            if (text[at + place - from] !== text[place]) return false;
          }
          return next(at + to - from);
        };
      case 'Assertion':
        return compileAssertion(node);
      default:
        throw new Error(`the expression ${source} has syntax that this engine does not know`);
    }
  };

  const match = compileAll(pattern.alternatives, false);
  return {
    pattern,
    accepts,
    steps: (input, limit) => {
      [text, steps, stepLimit] = [unicode ? Array.from(input) : input.split(''), 0, limit];
      for (let at = 0; at <= text.length;) {
        captured.clear();
        let end = at;
        const found = match(at, place => {
          end = place;
          return true;
        });
        at = found && end > at ? end : at + 1;
      }
      return steps;
    },
  };
};
