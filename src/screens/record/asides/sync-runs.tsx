import { SyncRuns } from '../../imports/sync-runs.tsx';
import type { AsideProps } from '../record-aside.tsx';

/** Next to an import: its last runs, read only. A run is started from the menu of its row. */
export const RunsAside = ({ id, draft }: AsideProps) =>
  id === null ? null : <SyncRuns key={id} id={id} kind={draft['kind'] === 'ads' ? 'ads' : 'costs'} />;
