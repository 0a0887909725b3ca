import type { Model } from '../model.ts';
import { adjustmentModel } from './adjustment.ts';
import { bannerModel } from './banner.ts';
import { boardSharingModel } from './board-sharing.ts';
import { bulkChangeModel } from './bulk-change.ts';
import { appearanceModel } from './appearance.ts';
import { conditionsModel } from './conditions.ts';
import { confirmModel } from './confirm.ts';
import { consoleModel } from './console.ts';
import { cvApprovalModel } from './cv-approval.ts';
import { decisionHoldModel } from './decision-hold.ts';
import { downloadModel } from './download.ts';
import { editorModel } from './editor.ts';
import { feedModel } from './feed.ts';
import { helpModel } from './help.ts';
import { importModel } from './import.ts';
import { queryModel } from './query.ts';
import { invitationModel } from './invitation.ts';
import { issuedKeyModel } from './issued-key.ts';
import { languageModel } from './language.ts';
import { listModel } from './list.ts';
import { liveFiguresModel } from './live-figures.ts';
import { networkModel } from './network.ts';
import { newAdModel } from './new-ad.ts';
import { newRowsModel } from './new-rows.ts';
import { notificationsModel } from './notifications.ts';
import { ownSessionsModel } from './own-sessions.ts';
import { paletteModel } from './palette.ts';
import { recomputationModel } from './recomputation.ts';
import { reportBoardModel } from './report-board.ts';
import { columnChoicesModel } from './column-choices.ts';
import { queueSelectionModel } from './queue-selection.ts';
import { cooldownModel } from './cooldown.ts';
import { secondFactorModel } from './second-factor.ts';
import { sessionModel } from './session.ts';
import { setupChecklistModel } from './setup-checklist.ts';
import { startupModel } from './startup.ts';
import { syncRunsModel } from './sync-runs.ts';
import { uncaughtErrorModel } from './uncaught-error.ts';
import { debounceModel } from './debounce.ts';
import { undoModel } from './undo.ts';

/** The model of every machine. */
export const models: readonly Model[] = [
  adjustmentModel,
  bannerModel,
  boardSharingModel,
  bulkChangeModel,
  appearanceModel,
  conditionsModel,
  confirmModel,
  consoleModel,
  cvApprovalModel,
  decisionHoldModel,
  downloadModel,
  editorModel,
  feedModel,
  helpModel,
  importModel,
  queryModel,
  invitationModel,
  issuedKeyModel,
  languageModel,
  listModel,
  liveFiguresModel,
  networkModel,
  newAdModel,
  newRowsModel,
  notificationsModel,
  ownSessionsModel,
  paletteModel,
  recomputationModel,
  reportBoardModel,
  columnChoicesModel,
  queueSelectionModel,
  cooldownModel,
  secondFactorModel,
  sessionModel,
  setupChecklistModel,
  startupModel,
  syncRunsModel,
  uncaughtErrorModel,
  debounceModel,
  undoModel,
];

/** @throws {TypeError} when no machine has this id; the message lists the known ids */
export const modelNamed = (id: string): Model => {
  const model = models.find(({ machine }) => machine.id === id);
  if (model === undefined)
    throw new TypeError(
      `There is no machine ${id}: there are ${models.map(({ machine }) => machine.id).join(', ')}.`,
    );
  return model;
};
