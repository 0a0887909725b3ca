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

/** Notifications of decisions, as they are queued. */

/** A signed JSON POST; otherwise a notice is a GET with macros. */
export const SIGNED_STYLE = 1;

/** A result with the decision that its network is notified of. */
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
  /** When the network is called at the earliest; at once unless given. */
  readonly dueAt?: Date;
}

/** The body of a signed notification. Names are those of the macros; ids past 53 bits are texts. */
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
 * The notifications of decisions, those aside whose networks are not told by a webhook.
 *
 * @param secret `secrets.click`
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

/**
 * How long after its making a result's tag waits for the page to ask for it, in milliseconds. Whoever is
 * still on the page asked long before.
 */
const TAG_WAITS = 10 * MINUTE;
/** A tag with this in it can say that a result was rejected. */
const SAYS_STATUS = '{status}';

/**
 * The CV tags of new results, those aside whose networks are told otherwise or have none. Only of new ones:
 * when a result is decided over, its page is gone.
 *
 * A rejected result is told only by a tag that says the status: any other would tell the network of a sale,
 * and nobody could take it back.
 *
 * @param secret `secrets.click`
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
      (status === REJECTED && !network.cvTag.includes(SAYS_STATUS))
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
        nextAt: new Date(at.getTime() + TAG_WAITS),
      },
    ];
  });
