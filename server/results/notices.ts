import type { NewNotification } from '../store/postgres/notifications.ts';
import { type ApprovalStatus, STATUS_WORDS } from './lifecycle.ts';
import { noticeUrl, type NoticeFacts, type NoticeRules, statusWord } from './macros.ts';

/** Notifications of decisions, as they are queued. */

/** A signed JSON POST; otherwise a notice is a GET with macros. */
export const SIGNED_STYLE = 1;

/** What a network is told of: a decision over a result. */
export interface Told {
  readonly result: NoticeFacts & { readonly companyId: number; readonly productId: number; readonly aspId: number; readonly conversionId: string; readonly cvCost?: number };
  readonly network: NoticeRules;
  readonly status: ApprovalStatus;
  readonly decisionId: number;
}

/** The body of a signed notification. Names are those of the macros; ids past 53 bits are texts. */
export const noticeBody = ({ result, network, status }: Told, at: Date): string => JSON.stringify({
  type: `result.${STATUS_WORDS[status].toLowerCase()}`,
  timestamp: at.toISOString(),
  data: {
    result_id: result.id, conversion_id: result.conversionId, status: statusWord(network, status), approval_status: status, ad_id: result.cvAdId, xclid: result.xclid,
    media_session: result.mediaSessionId, key1: result.mediaManagement1, key2: result.mediaManagement2, key3: result.mediaManagement3, args: result.args, amount: result.amount,
    cv_time: new Date(result.cvTime).toISOString(),
  },
});

/** The notifications of decisions, those aside whose networks are not told by a webhook. @param secret `secrets.click` */
export const noticesOf = (told: readonly Told[], secret: string, at: Date): NewNotification[] => told.flatMap(one => {
  const { result, network, status, decisionId } = one;
  const url = noticeUrl(result, status, network, secret);
  if (url === null) return [];
  const body = network.webhookStyle === SIGNED_STYLE ? noticeBody(one, at) : null;
  return [{ companyId: result.companyId, productId: result.productId, aspId: result.aspId, resultId: result.id, decisionId, url, body }];
});
