import type { IconName } from '../components/icon.tsx';
import { score } from './palette-search.ts';

const SUBJECTS = [
  'screen',
  'action',
  'view',
  'metric',
  'product',
  'ad',
  'record',
  'setting',
  'guide',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** A command of the palette. */
export interface Command {
  readonly id: string;
  readonly subject: Subject;
  readonly label: string;
  /** Second line: what the command is about, such as the meaning of a metric. */
  readonly note?: string;
  readonly icon: IconName;
  /** Additional words by which the command is found: its group and path. */
  readonly words: string;
  /** Synonyms of the label. */
  readonly aliases?: readonly string[];
  /** Keyboard shortcut of the command. */
  readonly keys?: string | undefined;
  readonly run: () => void;
}

/** Maximum number of commands per subject; users with more matches refine the search. */
const MAX_COMMANDS: Readonly<Record<Subject, number>> = {
  screen: 50,
  action: 20,
  view: 12,
  metric: 6,
  product: 12,
  ad: 12,
  record: 12,
  setting: 12,
  guide: 8,
};
/** The same before anything is typed: without ads and other records, of which there may be hundreds, metrics, and guides. */
const MAX_INITIAL_COMMANDS: Readonly<Record<Subject, number>> = {
  screen: 50,
  action: 20,
  view: 5,
  metric: 0,
  product: 5,
  ad: 0,
  record: 0,
  setting: 12,
  guide: 2,
};

export interface Finding {
  readonly subject: Subject;
  readonly commands: readonly Command[];
}

/** A synonym counts where the query is part of it, not for scattered letters. */
const MIN_ALIAS_SCORE = 50;

const scoreOfAlias = (query: string, alias: string): number => {
  const points = score(query, alias);
  return points < MIN_ALIAS_SCORE ? 0 : points * 0.95;
};

const scoreOf = (query: string, { label, words, aliases = [] }: Command): number =>
  Math.max(
    score(query, label),
    score(query, `${label} ${words}`) * 0.9,
    ...aliases.map(alias => scoreOfAlias(query, alias)),
  );

/** Commands that match the query, best first, by subject; the subject with the best match comes first. */
export const findCommands = (commands: readonly Command[], query: string): readonly Finding[] => {
  const limits = query.trim() === '' ? MAX_INITIAL_COMMANDS : MAX_COMMANDS;
  const scored = commands
    .map(command => ({ command, points: scoreOf(query, command) }))
    .filter(({ points }) => points > 0);
  return SUBJECTS.map(subject => {
    const own = scored
      .filter(({ command }) => command.subject === subject)
      .toSorted((a, b) => b.points - a.points)
      .slice(0, limits[subject]);
    return { subject, best: own[0]?.points ?? 0, commands: own.map(({ command }) => command) };
  })
    .filter(finding => finding.commands.length > 0)
    .toSorted((a, b) => b.best - a.best);
};
