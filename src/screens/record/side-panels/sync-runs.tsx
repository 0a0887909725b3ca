import { SyncRuns } from '../../imports/sync-runs.tsx';
import type { SidePanelProps } from './panel.tsx';

/** Panel of a sync setting: its latest runs, read only. Runs are started from the menu of the row. */
export const RunsPanel = ({ id, draft }: SidePanelProps) =>
  id === null ? null : <SyncRuns key={id} id={id} kind={draft['kind'] === 'ads' ? 'ads' : 'costs'} />;
