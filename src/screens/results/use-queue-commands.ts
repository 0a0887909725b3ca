import { useIntl } from 'react-intl';
import type { Notice } from '../../../machines/banner.ts';
import { isFailure } from '../../../machines/failure.ts';
import { labelledText } from '../../components/labelled-text.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { useConfirm } from '../../console/confirm.ts';
import { useExecute, useNotify } from '../../console/context.ts';
import { queueOperations, resultQueue } from '../../resources/result-queue.ts';
import { createPartsSender } from './parts-sender.ts';

/** Maximum number of notifications in one request, as the server limits it. */
const MAX_ROWS_AT_ONCE = 1000;

export interface Network {
  readonly id: number;
  readonly name: string;
}

const partsOf = (ids: readonly number[]): readonly { readonly ids: number[] }[] =>
  Array.from({ length: Math.ceil(ids.length / MAX_ROWS_AT_ONCE) }, (_, at) => ({
    ids: ids.slice(at * MAX_ROWS_AT_ONCE, (at + 1) * MAX_ROWS_AT_ONCE),
  }));

/** False for a failure, which the confirmation dialog has already shown. */
const unlessFailed = (done: Promise<boolean>): Promise<boolean> =>
  done.catch((error: unknown) => {
    if (isFailure(error)) return false;
    throw error;
  });

/** @param requested number of notifications that were chosen; null: all failed ones, which the server chooses */
const resentNotice = (count: number, requested: number | null): Notice => {
  const left = requested === null ? 0 : requested - count;
  return left > 0
    ? { kind: 'WARNING', message: 'queue.resent_in_part', values: { count, left } }
    : { kind: 'SUCCESS', message: 'queue.resent', values: { count } };
};

/**
 * Commands that send notifications again, and pause or resume an ad network. All are confirmed, since they
 * affect the ad network.
 */
export const useQueueCommands = () => {
  const intl = useIntl();
  const execute = useExecute();
  const confirm = useConfirm();
  const notify = useNotify();
  const reportChange = useReportChange();
  const translate = (id: string, values?: Record<string, string | number>) =>
    intl.formatMessage({ id }, values);
  const changed = () => reportChange({ name: resultQueue.list });
  const resend = async (
    inputs: readonly { readonly ids?: number[]; readonly asp_id?: number }[],
    subject: string,
    requested: number | null,
  ): Promise<boolean> => {
    const sendAll = createPartsSender(
      inputs,
      async input => (await execute(queueOperations.resend, { input: { ...input } })).done?.resent ?? 0,
    );
    let count = 0;
    const done = await unlessFailed(
      confirm({
        kind: 'do',
        action: translate('queue.resend'),
        subject,
        act: async () => {
          count = await sendAll();
        },
      }),
    );
    if (!done) return false;
    notify(resentNotice(count, requested));
    changed();
    return true;
  };
  const hold = async ({ id, name }: Network, pause: boolean): Promise<boolean> => {
    const done = await unlessFailed(
      confirm({
        kind: 'do',
        action: translate(pause ? 'queue.pause' : 'queue.resume'),
        subject: name,
        act: () => execute(pause ? queueOperations.pause : queueOperations.resume, { id }),
      }),
    );
    if (!done) return false;
    notify({ kind: 'SUCCESS', message: pause ? 'queue.paused' : 'queue.resumed', values: { name } });
    changed();
    return true;
  };
  return {
    resend: (ids: readonly number[]) =>
      resend(partsOf(ids), translate('grid.rows', { count: ids.length }), ids.length),
    resendFailed: ({ id, name }: Network) =>
      resend([{ asp_id: id }], labelledText(name, translate('queue.resend_failed'), intl), null),
    hold,
  };
};
