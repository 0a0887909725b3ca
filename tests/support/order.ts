import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The fast kinds run first: they find faults soonest, and the program of the journeys starts meanwhile. */
const KINDS = ['unit', 'gateway', 'isolated', 'server', 'journeys'];

/** Journeys that take long, the longest first, so that none of them is left running alone at the end. */
const LONG = [
  'list',
  'analyses',
  'setup-checklist',
  'approval',
  'record',
  'figures',
  'demo',
  'logs',
  'report-view',
  'single-sign-on',
  'second-factor',
  'accounts',
  'appearance',
  'shell',
  'sign-in',
  'credit',
  'grid',
  'walk-list',
  'settings-import',
  'twelve-tasks',
  'settings-user',
  'settings-ad',
  'report-boards',
  'lock',
  'walk-session',
  'walk-console',
  'settings-product',
  'accessibility',
  'passkeys',
  'day-notes',
  'settings-network',
  'download',
  'palette',
  'main',
  'shared-boards',
  'walk-editor',
  'recording',
  'languages',
  'boards',
  'api-keys',
];

/** Sorts test files by kind, so that a process started for one kind runs all of its files. */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ moduleId }: TestSpecification): number => {
      const at = LONG.indexOf(basename(moduleId, '.test.ts'));
      return at < 0 ? LONG.length : at;
    };
    const kind = ({ project }: TestSpecification): number => KINDS.indexOf(project.name);
    // Other files keep Vitest's default order.
    const sized = await super.sort(files);
    return sized.toSorted(
      (a, b) => kind(a) - kind(b) || (a.project.name === 'journeys' ? turn(a) - turn(b) : 0),
    );
  }
}
