import { recordingOf } from '../../machines/charts/record.ts';
import { keepFile } from '../console/downloads.ts';
import type { Console } from '../console/context.ts';
import { actorRegistry } from '../console/actor-registry.ts';

/**
 * Saves the history of this page's actors since it was opened as a file for a bug report, without typed or
 * received texts: `npm run replay-ui FILE`.
 */
export const saveRecording = ({ attend }: Pick<Console, 'attend'>): void => {
  // Where the frame itself could not be drawn the recorder has no subscriber yet.
  attend(actorRegistry.watch);
  const recording = recordingOf(actorRegistry.all().map(life => ({ ...life, id: life.ref.id })));
  keepFile({
    name: 'touchpath-recording.json',
    contents: new Blob([JSON.stringify(recording)], { type: 'application/json' }),
    rows: recording.actors.length,
  });
};
