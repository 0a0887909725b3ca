import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../generated-values.ts';

const USER_AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
] as const;
/** What a load balancer waits for an answer. */
const ANSWERED_WITHIN_MS = 3_000;
/** Time between two requests of a visitor. The clocks of two processes differ by less. */
const REQUESTS_APART_MS = 50;

/** A collector that cannot store answers so. What it stored anyway would be found twice. */
const UNAVAILABLE = 503;

/** An ad with its link. */
export interface Link {
  readonly ad: number;
  readonly redirect: number;
}

/** What was acknowledged of a visitor, in order. */
export interface Visit {
  readonly contacts: { readonly id: string; readonly ad: number }[];
  /** `contacts`: those before it. */
  readonly orders: {
    readonly order: string;
    readonly amount: number;
    readonly isLast: boolean;
    readonly contacts: number;
  }[];
}

interface Shop {
  readonly product: number;
  readonly links: readonly Link[];
}

/** A collector that surely did not take the request. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';

/**
 * Visitors who click several ads and order, with each request at any collector, as at a load balancer: to the next
 * one where a collector refuses the connection, or answers that it cannot store. A request without an answer is not
 * repeated.
 */
export class Visitors {
  readonly visits: Visit[] = [];
  /** Clicks and orders without an answer: they may be stored. */
  unknownClicks = 0;
  readonly unknownOrders = new Set<string>();
  /** Requests that were acknowledged, by collector. */
  readonly acknowledged = new Map<string, number>();
  /** Answers that refuse a request, with their collectors. */
  readonly refusals: { readonly url: string; readonly status: number }[] = [];
  readonly #shop: Shop;
  readonly #collectors: () => readonly string[];
  readonly #random: Random;
  #orders = 0;
  #isOn = false;
  #loops: readonly Promise<void>[] = [];

  /** @param collectors the addresses of those that may answer */
  constructor(shop: Shop, collectors: () => readonly string[], seed: number) {
    this.#shop = shop;
    this.#collectors = collectors;
    this.#random = createRandom(seed);
  }

  /** Lets visitors come until `stop`. @param pauseMs between two visits of a place */
  start(places: number, pauseMs: number): void {
    this.#isOn = true;
    this.#loops = Array.from({ length: places }, async () => {
      while (this.#isOn) {
        await this.#visit();
        await sleep(pauseMs);
      }
    });
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#loops);
  }

  get orders(): number {
    return this.visits.reduce((sum, { orders }) => sum + orders.length, 0);
  }

  /** One to four ads and an order, and sometimes more contacts and another order. */
  async #visit(): Promise<void> {
    const random = this.#random;
    const visit: Visit = { contacts: [], orders: [] };
    this.visits.push(visit);
    const agent = random.pick(USER_AGENTS);
    // Each ad once: a second click on a link within a second is none.
    const links = this.#shop.links.toSorted(() => random.next() - 0.5);
    let left = links.slice(0, 1 + random.below(links.length));
    let cookie = '';
    let token = '';
    while (left.length > 0) {
      const count = 1 + random.below(left.length);
      for (const link of left.slice(0, count)) {
        const answer = await this.#send(`/r/${link.redirect}`, { headers: { 'user-agent': agent, cookie } });
        const target = answer?.headers.get('location');
        if (target === null || target === undefined) {
          this.unknownClicks += 1;
          return;
        }
        cookie = answer?.headers.get('set-cookie')?.split(';')[0] ?? '';
        token = new URL(target).searchParams.get('xclid') ?? '';
        const id = Buffer.from(token, 'base64url').readBigUInt64BE(0).toString();
        visit.contacts.push({ id, ad: link.ad });
        await sleep(REQUESTS_APART_MS);
      }
      left = left.slice(count);
      if (random.below(10) > 0 && !(await this.#order(visit, token, agent))) return;
      await sleep(REQUESTS_APART_MS);
    }
  }

  /** @returns whether it was answered */
  async #order(visit: Visit, token: string, agent: string): Promise<boolean> {
    const order = `order-${(this.#orders += 1)}`;
    const amount = this.#random.below(10_000);
    const isLast = this.#random.below(5) > 0;
    const answer = await this.#send('/e', {
      method: 'POST',
      headers: { 'user-agent': agent, 'content-type': 'text/plain', origin: 'https://shop.example' },
      body: JSON.stringify({
        p: this.#shop.product,
        t: 'cv',
        u: 'https://shop.example/',
        x: token,
        a: { p_resid: order, amount, type: isLast ? 1 : 0 },
      }),
    });
    if (answer === null) {
      this.unknownOrders.add(order);
      return false;
    }
    visit.orders.push({ order, amount, isLast, contacts: visit.contacts.length });
    return true;
  }

  /** @returns null: the outcome is unknown */
  async #send(path: string, init: RequestInit): Promise<Response | null> {
    for (;;) {
      const urls = this.#collectors();
      const first = this.#random.below(Math.max(1, urls.length));
      for (const url of [...urls.slice(first), ...urls.slice(0, first)]) {
        try {
          const answer = await fetch(`${url}${path}`, {
            redirect: 'manual',
            signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
            ...init,
          });
          if (answer.status >= 400) {
            this.refusals.push({ url, status: answer.status });
            if (answer.status === UNAVAILABLE) continue;
            return null;
          }
          this.acknowledged.set(url, (this.acknowledged.get(url) ?? 0) + 1);
          return answer;
        } catch (error) {
          if (!isRefused(error)) return null;
        }
      }
      if (!this.#isOn) return null;
      await sleep(20);
    }
  }
}
