import type { Report } from '../../machines/cause.ts';
import { ReportErrorDocument } from '../../graphql/generated/graphql.ts';
import type { Console, SignedInActors } from './context.ts';

/** Maximum length of an error message that the server accepts. */
const MESSAGE_LENGTH = 500;
/**
 * Time in ms within which an equal error is not reported again: an error thrown while rendering recurs on
 * every frame.
 */
const REPEATED_AFTER_MS = 60_000;

/** Sends uncaught errors to the server, where administrators read them. */
export const reportFaults = (
  { execute }: Pick<Console, 'execute'>,
  uncaughtErrors: SignedInActors['uncaughtErrors'],
): void => {
  const sentAt = new Map<string, number>();
  const isRepeated = (report: Report): boolean => {
    const key = JSON.stringify(report);
    const before = sentAt.get(key);
    const now = performance.now();
    if (before !== undefined && now - before < REPEATED_AFTER_MS) return true;
    sentAt.set(key, now);
    return false;
  };
  uncaughtErrors.on('fault', ({ report }) => {
    if (isRepeated(report)) return;
    const { code, text, status, requestId } = report;
    const input = {
      place: location.pathname,
      code,
      message: text.slice(0, MESSAGE_LENGTH),
      http_status: status ?? null,
      request_id: requestId ?? null,
    };
    // A failed report is not reported in turn: the error is still in the recording that the crash screen
    // saves.
    execute(ReportErrorDocument, { input }, undefined, 'screen').catch(() => undefined);
  });
};
