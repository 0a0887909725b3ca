import { draftAnalysis } from './analysis.ts';
import type { Draft, Drafted } from './draft.ts';
import { draftEntity } from './entity.ts';
import { draftLog } from './log.ts';
import { draftMachine } from './machine.ts';
import { draftMetric } from './metric.ts';

/** Generators by the word of the command. */
export const KINDS: Readonly<Record<string, (draft: Draft, name: string) => Drafted>> = {
  entity: draftEntity,
  analysis: draftAnalysis,
  metric: draftMetric,
  machine: draftMachine,
  log: draftLog,
};
