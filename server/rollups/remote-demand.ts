import type { Dependencies } from '../dependencies.ts';
import { notifyReportOpened, onReportOpened } from '../store/postgres/reports/report-notices.ts';
import type { ReportDemand } from './report-demand.ts';

/** Times in ms. */
const NOTICES = {
  /** Interval of notices of a product while its reports are read; a notice makes it watched for five minutes. */
  everyMs: 1_000,
  /** Time after the first notice by which the other process has derived the product. */
  caughtUpMs: 5_000,
} as const;

type Parts = Pick<Dependencies, 'db' | 'log'>;

/** Reports which products are read to the process that derives, where this one does not. */
export const announceDemand = ({ db, log }: Parts, demand: ReportDemand): void => {
  const noticedMs = new Map<number, number>();
  demand.attach({
    load: () => Promise.resolve(),
    request: () => undefined,
    opened: productId => {
      const nowMs = performance.now();
      if (nowMs - (noticedMs.get(productId) ?? Number.NEGATIVE_INFINITY) < NOTICES.everyMs) return;
      if (!noticedMs.has(productId))
        setTimeout(() => demand.caughtUp(productId, performance.now()), NOTICES.caughtUpMs).unref();
      noticedMs.set(productId, nowMs);
      notifyReportOpened(db, productId).catch((error: unknown) => {
        log.warn({ err: error }, 'The process that derives could not be told about a report.');
      });
    },
  });
};

/** Watches the products that other processes announce. */
export const followDemand = ({ db, log }: Parts, demand: ReportDemand): { close(): Promise<void> } => {
  const listener = onReportOpened(db, productId => void demand.open(productId), log);
  return {
    close: async () => {
      listener.close();
    },
  };
};
