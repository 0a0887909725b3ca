import { SyncRuns } from '../../imports/sync-runs.tsx';
import type { AsideProps } from '../record-aside.tsx';

/** Beside an import that is set up: its last runs, to be read. One is begun from the menu of its row. */
export const RunsAside = ({ id, draft }: AsideProps) =>
  id === null ? null : <SyncRuns key={id} id={id} kind={draft['kind'] === 'ads' ? 'ads' : 'costs'} />;
