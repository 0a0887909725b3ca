import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Plain ones first: they say soonest what is wrong, and the program of the journeys begins meanwhile. */
const KINDS = ['unit', 'gateway', 'server', 'journeys'];

/** Files of journeys that take long, the longest first: of the others none is waited for alone at the end. */
const LONG = [
  'analyses',
  'demo',
  'list',
  'approval',
  'figures',
  'logs',
  'grid',
  'accounts',
  'looks',
  'record',
  'inspect',
  'settings-ad',
  'walk-approval',
  'walk-console',
  'credit',
  'settings-user',
  'sign-in',
  'keyboard',
  'accessibility',
  'download',
  'languages',
  'boards',
  'walk-session',
  'appearance',
  'walk-editor',
  'log',
  'dev-machines',
  'settings-network',
  'lock',
  'settings-import',
  'walk-frame',
  'main',
];

/**
 * The turns of the files: one kind after the other, so that a process that was begun for one serves all of
 * it, with no wait between them.
 */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ moduleId }: TestSpecification): number => {
      const at = LONG.indexOf(basename(moduleId, '.test.ts'));
      return at < 0 ? LONG.length : at;
    };
    const kind = ({ project }: TestSpecification): number => KINDS.indexOf(project.name);
    // By size where nothing else is known, as it always was.
    const sized = await super.sort(files);
    return sized.toSorted(
      (a, b) => kind(a) - kind(b) || (a.project.name === 'journeys' ? turn(a) - turn(b) : 0),
    );
  }
}
