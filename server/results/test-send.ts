import type { Dispatcher } from 'undici';
import { CV_TAG } from '../store/postgres/results/notifications.ts';
import type { ApprovalStatus } from './lifecycle.ts';
import { fillMacros, fillTag, macrosOf, noticeKey, type NoticeFacts, type NoticeRules } from './macros.ts';
import { noticeBody, SIGNED_STYLE } from './notices.ts';
import { send, type SendFailure } from './send.ts';

/** A network as entered in its form, saved or not. */
export interface TypedNetwork extends NoticeRules {
  readonly cvTag: string;
  /** Signing secret: `whsec_` and base64; empty: none. */
  readonly webhookSecret: string;
}

/** Outcome of a test: the filled tag, or the call and its response. */
export interface TestSent {
  readonly url: string | null;
  /** Body of the POST; null: a GET or a tag. */
  readonly body: string | null;
  readonly tag: string | null;
  readonly success: boolean;
  readonly failure: SendFailure | null;
  readonly http_status: number | null;
  readonly answer: string;
  readonly duration_ms: number;
}

/**
 * A sample result with the id 0, which no row has, and recognizable texts, so that a receiver who stores it can find
 * it again.
 */
export const sampleResult = (now: number): NoticeFacts => ({
  id: 0,
  cvAdId: 0,
  xclid: 'TEST-XCLID',
  mediaSessionId: 'TEST-SESSION',
  mediaManagement1: 'TEST-KEY1',
  mediaManagement2: 'TEST-KEY2',
  mediaManagement3: 'TEST-KEY3',
  args: 'TEST-ORDER',
  amount: 1200,
  cvTime: new Date(now),
});

const NO_CONVERSION = '0';

/**
 * Sends a notification of a sample result, by one webhook call outside the queue, or fills the CV tag. A signed call
 * has the headers of a real notification.
 *
 * @param secret key of `secrets.notice`, from which the network's key is derived
 */
export const testSend = async (
  network: TypedNetwork,
  status: ApprovalStatus,
  {
    secret,
    clock,
    ...way
  }: {
    secret: string;
    clock: { now(): number };
    dispatcher: Dispatcher;
    timeout: number;
    signal: AbortSignal;
  },
): Promise<TestSent> => {
  const began = clock.now();
  const sample = sampleResult(began);
  const macros = macrosOf(sample, status, network, noticeKey(secret, network.id));
  if (network.resultMethod === CV_TAG)
    return {
      url: null,
      body: null,
      tag: fillTag(network.cvTag, macros),
      success: true,
      failure: null,
      http_status: null,
      answer: '',
      duration_ms: 0,
    };
  const url = fillMacros(network.webhookUrl, macros);
  const body =
    network.webhookStyle === SIGNED_STYLE
      ? noticeBody(
          {
            result: { ...sample, companyId: 0, productId: 0, aspId: network.id, conversionId: NO_CONVERSION },
            network,
            status,
            decisionId: 0,
          },
          new Date(began),
        )
      : null;
  const { success, failure, httpStatus, answer } = await send(url, 0, {
    ...way,
    now: began,
    signed: body === null ? null : { body, secret: network.webhookSecret },
  });
  return {
    url,
    body,
    tag: null,
    success,
    failure,
    http_status: httpStatus,
    answer,
    duration_ms: Math.max(0, Math.round(clock.now() - began)),
  };
};
