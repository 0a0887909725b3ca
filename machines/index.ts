import { adjustmentMachine } from './adjustment.ts';
import { bannerMachine } from './banner.ts';
import { boardSharingMachine } from './board-sharing.ts';
import { bulkChangeMachine } from './bulk-change.ts';
import { appearanceMachine } from './appearance.ts';
import { conditionsMachine } from './conditions.ts';
import { confirmMachine } from './confirm.ts';
import { consoleMachine } from './console.ts';
import { cvApprovalMachine } from './cv-approval.ts';
import { decisionHoldMachine } from './decision-hold.ts';
import { downloadMachine } from './download.ts';
import { editorMachine } from './editor.ts';
import { feedMachine } from './feed.ts';
import { helpMachine } from './help.ts';
import { importMachine } from './import.ts';
import { queryMachine } from './query.ts';
import { invitationMachine } from './invitation.ts';
import { issuedKeyMachine } from './issued-key.ts';
import { languageMachine } from './language.ts';
import { listMachine } from './list.ts';
import { liveFiguresMachine } from './live-figures.ts';
import { networkMachine } from './network.ts';
import { newAdMachine } from './new-ad.ts';
import { newRowsMachine } from './new-rows.ts';
import { notificationsMachine } from './notifications.ts';
import { ownSessionsMachine } from './own-sessions.ts';
import { paletteMachine } from './palette.ts';
import { recomputationMachine } from './recomputation.ts';
import { reportBoardMachine } from './report-board.ts';
import { columnChoicesMachine } from './column-choices.ts';
import { queueSelectionMachine } from './queue-selection.ts';
import { cooldownMachine } from './cooldown.ts';
import { secondFactorMachine } from './second-factor.ts';
import { sessionMachine } from './session.ts';
import { setupChecklistMachine } from './setup-checklist.ts';
import { startupMachine } from './startup.ts';
import { syncRunsMachine } from './sync-runs.ts';
import { uncaughtErrorMachine } from './uncaught-error.ts';
import { debounceMachine } from './debounce.ts';
import { undoMachine } from './undo.ts';

/**
 * Every machine of the console, for law tests, charts and test paths. The console imports each machine from its own
 * file; a law test checks that this list is complete.
 */
export const machines = [
  adjustmentMachine,
  bannerMachine,
  boardSharingMachine,
  bulkChangeMachine,
  appearanceMachine,
  conditionsMachine,
  confirmMachine,
  consoleMachine,
  cvApprovalMachine,
  decisionHoldMachine,
  downloadMachine,
  editorMachine,
  feedMachine,
  helpMachine,
  importMachine,
  queryMachine,
  invitationMachine,
  issuedKeyMachine,
  languageMachine,
  listMachine,
  liveFiguresMachine,
  networkMachine,
  newAdMachine,
  newRowsMachine,
  notificationsMachine,
  ownSessionsMachine,
  paletteMachine,
  recomputationMachine,
  reportBoardMachine,
  columnChoicesMachine,
  queueSelectionMachine,
  cooldownMachine,
  secondFactorMachine,
  sessionMachine,
  setupChecklistMachine,
  startupMachine,
  syncRunsMachine,
  uncaughtErrorMachine,
  debounceMachine,
  undoMachine,
] as const;
