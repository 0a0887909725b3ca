import { recordingOf } from '../../machines/charts/record.ts';
import { keepFile } from '../console/downloads.ts';
import type { Console } from '../console/context.ts';
import { actorRegistry } from '../console/actor-registry.ts';

/**
 * Saves the recorded steps of this page's actors as a file for a bug report, without typed and received
 * texts. `npm run replay-ui FILE` replays it.
 */
export const saveRecording = ({ inspect }: Pick<Console, 'inspect'>): void => {
  // If the frame failed to render, the recorder is not subscribed yet.
  inspect(actorRegistry.watch);
  const recording = recordingOf(actorRegistry.all().map(life => ({ ...life, id: life.ref.id })));
  keepFile({
    name: 'touchpath-recording.json',
    contents: new Blob([JSON.stringify(recording)], { type: 'application/json' }),
  });
};
