import type { Dependencies } from '../dependencies.ts';
import { notifyReportWaits, onReportWaits } from '../store/postgres/reports/report-notices.ts';
import type { ReportDemand } from './report-demand.ts';

/** Interval in ms of notices of a product while reports wait for it. */
const NOTICE_INTERVAL_MS = 1_000;

type Parts = Pick<Dependencies, 'db' | 'log'>;

/** Requests the products that reports wait for from the process that derives, where this one does not. */
export const announceDemand = ({ db, log }: Parts, demand: ReportDemand): void => {
  const noticedMs = new Map<number, number>();
  demand.attach(productId => {
    const nowMs = performance.now();
    if (nowMs - (noticedMs.get(productId) ?? Number.NEGATIVE_INFINITY) < NOTICE_INTERVAL_MS) return;
    noticedMs.set(productId, nowMs);
    notifyReportWaits(db, productId).catch((error: unknown) => {
      log.warn({ err: error }, 'The process that derives could not be notified of a report that waits.');
    });
  });
};

/** Requests the products that other processes announce. @param owner of the staging tables of this process */
export const followDemand = (
  { db, log }: Parts,
  demand: ReportDemand,
  owner: string,
): { close(): Promise<void> } => {
  const listener = onReportWaits(db, owner, productId => void demand.request(productId), log);
  return {
    close: async () => {
      listener.close();
    },
  };
};
