import { CV_TAG, type NewNotification, WEBHOOK } from '../store/postgres/results/notifications.ts';
import { MINUTE } from '../platform/time.ts';
import { type ApprovalStatus, REJECTED, STATUS_WORDS } from './lifecycle.ts';
import {
  fillTag,
  macrosOf,
  noticeKey,
  noticeUrl,
  type NoticeFacts,
  type NoticeRules,
  statusWord,
} from './macros.ts';

/** Builds notifications of decisions for the queue. */

/** Webhook style: signed JSON POST; any other style is a GET with macros. */
export const SIGNED_STYLE = 1;

/** A result and the decision of which its network is notified. */
export interface DecidedResult {
  readonly result: NoticeFacts & {
    readonly companyId: number;
    readonly productId: number;
    readonly aspId: number;
    readonly conversionId: string;
    readonly cvCost?: number;
  };
  readonly network: NoticeRules;
  readonly status: ApprovalStatus;
  readonly decisionId: number;
  /** Earliest time of the call; default: at once. */
  readonly dueAt?: Date;
}

/** Body of a signed notification. Fields are named like the macros; ids beyond 53 bits are strings. */
export const noticeBody = ({ result, network, status }: DecidedResult, at: Date): string =>
  JSON.stringify({
    type: `result.${STATUS_WORDS[status].toLowerCase()}`,
    timestamp: at.toISOString(),
    data: {
      result_id: result.id,
      conversion_id: result.conversionId,
      status: statusWord(network, status),
      approval_status: status,
      ad_id: result.cvAdId,
      xclid: result.xclid,
      media_session: result.mediaSessionId,
      key1: result.mediaManagement1,
      key2: result.mediaManagement2,
      key3: result.mediaManagement3,
      args: result.args,
      amount: result.amount,
      cv_time: new Date(result.cvTime).toISOString(),
    },
  });

/**
 * Builds the webhook notifications of decisions; networks without a webhook get none.
 *
 * @param secret key of `secrets.notice`
 */
export const noticesOf = (decided: readonly DecidedResult[], secret: string, at: Date): NewNotification[] =>
  decided.flatMap(one => {
    const { result, network, status, decisionId } = one;
    const url = noticeUrl(result, status, network, secret);
    if (url === null) return [];
    const body = network.webhookStyle === SIGNED_STYLE ? noticeBody(one, at) : null;
    return [
      {
        companyId: result.companyId,
        productId: result.productId,
        aspId: result.aspId,
        resultId: result.id,
        decisionId,
        method: WEBHOOK,
        url,
        body,
        nextAt: one.dueAt ?? at,
      },
    ];
  });

/** Milliseconds after the creation of a result in which its page must fetch the tag. */
const TAG_WAIT_MS = 10 * MINUTE;
/** A tag with this macro can report a rejection. */
const STATUS_MACRO = '{status}';

/**
 * Builds the CV tags of new results; networks that use webhooks or have no tag get none. A rejected result gets a tag
 * only if the tag reports the status: any other tag would report a sale that cannot be withdrawn.
 *
 * @param secret key of `secrets.notice`
 */
export const tagsOf = (
  decided: readonly (DecidedResult & { readonly network: { readonly cvTag: string } })[],
  secret: string,
  at: Date,
): NewNotification[] =>
  decided.flatMap(({ result, network, status, decisionId }) => {
    if (
      network.resultMethod !== CV_TAG ||
      network.cvTag.trim() === '' ||
      (status === REJECTED && !network.cvTag.includes(STATUS_MACRO))
    )
      return [];
    const body = fillTag(network.cvTag, macrosOf(result, status, network, noticeKey(secret, network.id)));
    return [
      {
        companyId: result.companyId,
        productId: result.productId,
        aspId: result.aspId,
        resultId: result.id,
        decisionId,
        method: CV_TAG,
        url: '',
        body,
        nextAt: new Date(at.getTime() + TAG_WAIT_MS),
      },
    ];
  });
