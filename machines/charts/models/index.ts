import type { Model } from '../model.ts';
import { bannerModel } from './banner.ts';
import { bulkChangeModel } from './bulk-change.ts';
import { chromeModel } from './appearance.ts';
import { confirmModel } from './confirm.ts';
import { consoleModel } from './console.ts';
import { cvApprovalModel } from './cv-approval.ts';
import { decisionHoldModel } from './decision-hold.ts';
import { downloadModel } from './download.ts';
import { editorModel } from './editor.ts';
import { feedModel } from './feed.ts';
import { importingModel } from './importing.ts';
import { queryModel } from './query.ts';
import { languageModel } from './language.ts';
import { listModel } from './list.ts';
import { networkModel } from './network.ts';
import { newsModel } from './new-rows.ts';
import { paletteModel } from './palette.ts';
import { recomputingModel } from './recomputing.ts';
import { repeatModel } from './cooldown.ts';
import { sessionModel } from './session.ts';
import { startupModel } from './startup.ts';
import { syncRunsModel } from './sync-runs.ts';
import { troubleModel } from './uncaught-error.ts';
import { typingModel } from './debounce.ts';
import { undoModel } from './undo.ts';

/** The model of every machine. */
export const models: readonly Model[] = [
  bannerModel,
  bulkChangeModel,
  chromeModel,
  confirmModel,
  consoleModel,
  cvApprovalModel,
  decisionHoldModel,
  downloadModel,
  editorModel,
  feedModel,
  importingModel,
  queryModel,
  languageModel,
  listModel,
  networkModel,
  newsModel,
  paletteModel,
  recomputingModel,
  repeatModel,
  sessionModel,
  startupModel,
  syncRunsModel,
  troubleModel,
  typingModel,
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
