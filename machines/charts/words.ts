import type { Locale } from '../language.ts';
import { arrowsOf, chartOf } from './chart.ts';
import type { Model } from './model.ts';
import type { Plan } from './paths.ts';
import en from './words/en.json' with { type: 'json' };
import ja from './words/ja.json' with { type: 'json' };
import zhCN from './words/zh-CN.json' with { type: 'json' };

/**
 * Texts of test plans by language, for testers who know the screens and not the code. The console's bundle does not
 * include them.
 */
export const WORDS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { ja, en, 'zh-CN': zhCN };

export interface Speaker {
  readonly plan: (word: string, holes?: Readonly<Record<string, string | number>>) => string;
  readonly title: string;
  readonly start: (name: string) => string;
  readonly place: (place: string) => string;
  readonly eventName: (name: string) => string;
}

/** Texts for the paths of one machine. A missing text is replaced by its id; a law test reports missing texts. */
export const speakerOf = (machine: string, locale: Locale): Speaker => {
  const translate = (id: string) => WORDS[locale][id] ?? id;
  return {
    plan: (word, holes = {}) =>
      translate(`plan.${word}`).replace(/\{(\w+)\}/g, (hole, name: string) => String(holes[name] ?? hole)),
    title: translate(machine),
    start: name => (name === '' ? translate('plan.start') : translate(`${machine}.start.${name}`)),
    place: place => translate(`${machine}.at.${place}`),
    eventName: name => translate(`${machine}.step.${name}`),
  };
};

/** Ids of all texts that the paths of a machine need. */
export const wordsNeeded = (model: Model, { paths }: Pick<Plan, 'paths'>): readonly string[] => {
  const { id } = model.machine;
  const places = new Set(
    paths.flatMap(({ first, steps }) => [...first, ...steps.flatMap(step => step.places)]),
  );
  return [
    id,
    ...Object.keys(model.starts)
      .filter(name => name !== '')
      .map(name => `${id}.start.${name}`),
    ...[...places].map(place => `${id}.at.${place}`),
    ...Object.keys(model.events).map(name => `${id}.step.${name}`),
  ];
};

/** Events of a machine that its model does not use. */
export const unspokenEvents = (model: Model): readonly string[] => {
  const spoken = new Set(Object.values(model.events).map(({ type }) => type));
  return [
    ...new Set(
      arrowsOf(chartOf(model.machine))
        .filter(({ cause }) => cause !== 'always' && cause !== 'ended')
        .map(({ event }) => event),
    ),
  ].filter(event => !spoken.has(event));
};
