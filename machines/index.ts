import { bannerMachine } from './banner.ts';
import { bulkChangeMachine } from './bulk-change.ts';
import { chromeMachine } from './appearance.ts';
import { confirmMachine } from './confirm.ts';
import { consoleMachine } from './console.ts';
import { cvApprovalMachine } from './cv-approval.ts';
import { decisionHoldMachine } from './decision-hold.ts';
import { downloadMachine } from './download.ts';
import { editorMachine } from './editor.ts';
import { feedMachine } from './feed.ts';
import { importingMachine } from './importing.ts';
import { queryMachine } from './query.ts';
import { languageMachine } from './language.ts';
import { listMachine } from './list.ts';
import { networkMachine } from './network.ts';
import { newsMachine } from './new-rows.ts';
import { paletteMachine } from './palette.ts';
import { recomputingMachine } from './recomputing.ts';
import { repeatMachine } from './cooldown.ts';
import { sessionMachine } from './session.ts';
import { startupMachine } from './startup.ts';
import { syncRunsMachine } from './sync-runs.ts';
import { troubleMachine } from './uncaught-error.ts';
import { typingMachine } from './debounce.ts';
import { undoMachine } from './undo.ts';

/**
 * Every machine of the console, for law tests, charts and test paths. The console imports each machine from its own
 * file; a law test checks that this list is complete.
 */
export const machines = [
  bannerMachine,
  bulkChangeMachine,
  chromeMachine,
  confirmMachine,
  consoleMachine,
  cvApprovalMachine,
  decisionHoldMachine,
  downloadMachine,
  editorMachine,
  feedMachine,
  importingMachine,
  queryMachine,
  languageMachine,
  listMachine,
  networkMachine,
  newsMachine,
  paletteMachine,
  recomputingMachine,
  repeatMachine,
  sessionMachine,
  startupMachine,
  syncRunsMachine,
  troubleMachine,
  typingMachine,
  undoMachine,
] as const;
