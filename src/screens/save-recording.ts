import { recordingOf } from '../../machines/charts/record.ts';
import { keepFile } from '../console/downloads.ts';
import { lives } from '../console/lives.ts';

/** Saves what the actors of this page went through as a file for a bug report, without texts that somebody typed or received: `npm run replay-ui FILE`. */
export const saveRecording = (): void => {
  const recording = recordingOf(lives.all().map(life => ({ ...life, id: life.ref.id })));
  keepFile({ name: 'touchpath-recording.json', contents: new Blob([JSON.stringify(recording)], { type: 'application/json' }), rows: recording.actors.length });
};
