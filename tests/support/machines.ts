import { bannerMachine } from '../../machines/banner.ts';
import { chromeMachine } from '../../machines/chrome.ts';
import { confirmMachine } from '../../machines/confirm.ts';
import { consoleMachine } from '../../machines/console.ts';
import { cvApprovalMachine } from '../../machines/cv-approval.ts';
import { downloadMachine } from '../../machines/download.ts';
import { editorMachine } from '../../machines/editor.ts';
import { feedMachine } from '../../machines/feed.ts';
import { importingMachine } from '../../machines/importing.ts';
import { inquiryMachine } from '../../machines/inquiry.ts';
import { languageMachine } from '../../machines/language.ts';
import { listMachine } from '../../machines/list.ts';
import { networkMachine } from '../../machines/network.ts';
import { newsMachine } from '../../machines/news.ts';
import { paletteMachine } from '../../machines/palette.ts';
import { repeatMachine } from '../../machines/repeat.ts';
import { sessionMachine } from '../../machines/session.ts';
import { startupMachine } from '../../machines/startup.ts';
import { syncRunsMachine } from '../../machines/sync-runs.ts';
import { troubleMachine } from '../../machines/trouble.ts';
import { typingMachine } from '../../machines/typing.ts';

/** Every machine of the console; the law about the folder sees to it that none is forgotten here. */
export const machines = [
  bannerMachine, chromeMachine, confirmMachine, consoleMachine, cvApprovalMachine, downloadMachine, editorMachine, feedMachine, importingMachine, inquiryMachine, languageMachine, listMachine, networkMachine, newsMachine, paletteMachine, repeatMachine, sessionMachine, startupMachine,
  syncRunsMachine, troubleMachine, typingMachine,
] as const;
