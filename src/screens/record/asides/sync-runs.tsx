import { SyncRuns } from '../../imports/sync-runs.tsx';
import type { AsideProps } from '../record-aside.tsx';

/** Panel of a sync setting: its latest runs, read only. Runs are started from the menu of the row. */
export const RunsAside = ({ id, draft }: AsideProps) =>
  id === null ? null : <SyncRuns key={id} id={id} kind={draft['kind'] === 'ads' ? 'ads' : 'costs'} />;
