import type { Locale } from '../language.ts';
import type { Path, PathStep, Plan } from './paths.ts';
import { speakerOf, type Speaker } from './words.ts';

export const FORMATS = ['md', 'csv', 'gherkin', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** A row of a printed plan: one for the start of a path, and one for each step. */
interface Row {
  readonly path: string;
  readonly step: number;
  readonly happens: string;
  readonly states: readonly string[];
  readonly see: readonly string[];
}

const seen = ({ entered, places }: PathStep, speaker: Speaker): readonly string[] => {
  if (entered.length > 0) return entered.map(speaker.place);
  return places.length === 1 ? [speaker.place(places[0]!)] : [speaker.plan('same')];
};

const rowsOf = (path: Path, speaker: Speaker): readonly Row[] => [
  {
    path: path.id,
    step: 0,
    happens: speaker.start(path.start),
    states: path.first,
    see: path.first.length === 1 ? path.first.map(speaker.place) : [],
  },
  ...path.steps.map((step, at) => ({
    path: path.id,
    step: at + 1,
    happens: speaker.eventName(step.eventName),
    states: step.entered.length > 0 ? step.entered : step.places,
    see: seen(step, speaker),
  })),
];

const percent = (share: number): string => (Math.floor(share * 1000) / 10).toString();
const summaryOf = (
  { paths, coverage, cut, strategy }: Plan,
  seed: number,
  { plan }: Speaker,
): readonly string[] => [
  plan('paths', { count: paths.length }),
  plan('states', { share: percent(coverage.states) }),
  plan('transitions', { share: percent(coverage.transitions) }),
  ...(strategy === 'random' ? [plan('random', { seed })] : []),
  ...(coverage.unseenStates.length > 0 ? [`${plan('unseen')}: ${coverage.unseenStates.join(', ')}`] : []),
  ...(coverage.untaken.length > 0 ? [`${plan('untaken')}: ${coverage.untaken.join(', ')}`] : []),
  ...(cut ? [plan('cut')] : []),
];

const markdown = (plan: Plan, seed: number, speaker: Speaker): string => {
  const safe = (text: string) => text.replaceAll('|', '\\|');
  const table = (path: Path) => [
    `## ${speaker.plan('path')} ${path.id}`,
    '',
    `| | ${speaker.plan('step')} | ${speaker.plan('see')} | ${speaker.plan('state')} |`,
    '|---|---|---|---|',
    ...rowsOf(path, speaker).map(
      ({ step, happens, see, states }) =>
        `| ${step} | ${safe(happens)} | ${safe(see.join(' / '))} | ${states.map(state => `\`${state}\``).join(' ')} |`,
    ),
    '',
  ];
  return [
    `# ${speaker.title} (${plan.machine}, ${plan.strategy})`,
    '',
    ...summaryOf(plan, seed, speaker).map(line => `- ${line}`),
    '',
    ...plan.paths.flatMap(table),
  ].join('\n');
};

/** The texts come from the word lists, so none starts a spreadsheet formula; quotes protect commas in cells. */
const csv = (plan: Plan, _seed: number, speaker: Speaker): string => {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const heads = [speaker.plan('path'), '#', speaker.plan('step'), speaker.plan('see'), speaker.plan('state')];
  const lines = plan.paths
    .flatMap(path => rowsOf(path, speaker))
    .map(({ path, step, happens, see, states }) => [
      path,
      String(step),
      happens,
      see.join(' / '),
      states.join(' '),
    ]);
  // Excel detects UTF-8 only by a byte order mark.
  return `\u{FEFF}${[heads, ...lines].map(line => line.map(cell).join(',')).join('\r\n')}\r\n`;
};

const GHERKIN: Readonly<
  Record<
    Locale,
    {
      readonly feature: string;
      readonly scenario: string;
      readonly preconditionWord: string;
      readonly whenWord: string;
      readonly thenWord: string;
    }
  >
> = {
  ja: {
    feature: '機能',
    scenario: 'シナリオ',
    preconditionWord: '前提',
    whenWord: 'もし',
    thenWord: 'ならば',
  },
  en: {
    feature: 'Feature',
    scenario: 'Scenario',
    preconditionWord: 'Given',
    whenWord: 'When',
    thenWord: 'Then',
  },
  'zh-CN': { feature: '功能', scenario: '场景', preconditionWord: '假如', whenWord: '当', thenWord: '那么' },
};

const gherkin = (plan: Plan, seed: number, speaker: Speaker, locale: Locale): string => {
  const { feature, scenario, preconditionWord, whenWord, thenWord } = GHERKIN[locale];
  const line = (word: string, text: string) => `    ${word} ${text}`;
  const scenarioOf = (path: Path) => [
    `  ${scenario}: ${path.id}`,
    ...rowsOf(path, speaker).flatMap(({ step, happens, see }) => [
      line(step === 0 ? preconditionWord : whenWord, happens),
      ...see.map(text => line(thenWord, text)),
    ]),
    '',
  ];
  return [
    `# language: ${locale}`,
    `${feature}: ${speaker.title}`,
    ...summaryOf(plan, seed, speaker).map(text => `  ${text}`),
    '',
    ...plan.paths.flatMap(scenarioOf),
  ].join('\n');
};

const json = (plan: Plan, seed: number, speaker: Speaker): string =>
  `${JSON.stringify({ ...plan, seed, title: speaker.title, paths: plan.paths.map(path => ({ id: path.id, rows: rowsOf(path, speaker).map(({ path: _, ...row }) => row) })) }, null, 2)}\n`;

const PRINTERS = { md: markdown, csv, gherkin, json } satisfies Record<
  Format,
  (plan: Plan, seed: number, speaker: Speaker, locale: Locale) => string
>;

/** Formats a plan for manual testers: each event, the expected screen, and the name of the state in the chart. */
export const printed = (plan: Plan, format: Format, locale: Locale, seed: number): string =>
  PRINTERS[format](plan, seed, speakerOf(plan.machine, locale), locale);
