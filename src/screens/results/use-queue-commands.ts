import { useIntl } from 'react-intl';
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

/**
 * Commands that send notifications again, and pause or resume an ad network. All are confirmed, since they
 * affect the ad network.
 */
export const useQueueCommands = () => {
  const intl = useIntl();
  const ask = useExecute();
  const confirm = useConfirm();
  const notify = useNotify();
  const reportChange = useReportChange();
  const translate = (id: string, values?: Record<string, string | number>) =>
    intl.formatMessage({ id }, values);
  const changed = () => reportChange({ name: resultQueue.list });
  /** The confirmation dialog has already shown the failure. */
  const unlessFailed = (done: Promise<boolean>): Promise<boolean> =>
    done.catch((error: unknown) => {
      if (isFailure(error)) return false;
      throw error;
    });

  const resend = async (
    inputs: readonly { readonly ids?: number[]; readonly asp_id?: number }[],
    subject: string,
    requested?: number,
  ): Promise<boolean> => {
    const sendAll = createPartsSender(
      inputs,
      async input => (await ask(queueOperations.resend, { input: { ...input } })).done?.resent ?? 0,
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
    const left = requested === undefined ? 0 : requested - count;
    if (left > 0) notify({ kind: 'WARNING', message: 'queue.resent_in_part', values: { count, left } });
    else notify({ kind: 'SUCCESS', message: 'queue.resent', values: { count } });
    changed();
    return true;
  };
  const hold = async ({ id, name }: Network, pause: boolean): Promise<boolean> => {
    const done = await unlessFailed(
      confirm({
        kind: 'do',
        action: translate(pause ? 'queue.pause' : 'queue.resume'),
        subject: name,
        act: () => ask(pause ? queueOperations.pause : queueOperations.resume, { id }),
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
      resend([{ asp_id: id }], labelledText(name, translate('queue.resend_failed'), intl)),
    hold,
  };
};
