import { describe, expect, it } from 'vitest';
import type { Collector } from '../../../server/collector/collector.ts';
import { contactOf } from '../../../server/collector/contact.ts';
import { createRepeats } from '../../../server/collector/repeats.ts';
import type { TrackedProduct } from '../../../server/collector/tracking.ts';
import type { Client } from '../../../server/collector/client.ts';
import type { ClickDraft } from '../../../server/collector/click-steps.ts';

const NOW = Date.UTC(2026, 1, 28, 23, 59, 59, 999);
const CLIENT = {
  ip: '192.0.2.1',
  ua: 'Agent/1',
  agent: { device: 'pc', os: 'Linux', osVersion: '6', browser: 'Firefox', browserVersion: '140' },
} as unknown as Client;
const DRAFT = {
  visitorId: '7',
  redirectId: 5,
  now: NOW,
  repeated: 0,
  bot: 1,
  lpoNumber: 2,
  landing: 'https://shop.example/?token=secret&color=red',
  parameters: {
    xclid: 'x',
    media_session: 's',
    media_management1: 'a',
    media_management2: 'b',
    media_management3: 'c',
  },
} as unknown as ClickDraft;

/** A collector whose click tokens are the plain values that they are made of. */
const createCollector = () => {
  const repeats = createRepeats();
  const clicks = {
    make: (content: object, productId: number) =>
      `${Object.values(content).map(String).join(' ')} ${productId}`,
  };
  const collector = { repeats, clicks } as unknown as Collector;
  return {
    repeats,
    make: (id: bigint, draft: Partial<ClickDraft> = {}, aspId: number | null = 9) =>
      contactOf(
        collector,
        id,
        { id: 3, product: { id: 4 } as TrackedProduct, clickCost: 12.5, aspId },
        'https://media.example/?password=1',
        { ...DRAFT, ...draft },
        CLIENT,
      ),
  };
};

describe('the contact of a click', () => {
  it('is stored with all values of its draft, and without secrets in its addresses', () => {
    const { make } = createCollector();
    expect(make(42n)).toEqual({
      token: '42 7 3 4',
      event: {
        table: 'contact',
        id: 42n,
        row: {
          product_id: 4,
          visitor_id: '7',
          ts: '2026-02-28 23:59:59.999',
          interaction_id: '42',
          ad_id: 3,
          redirect_id: 5,
          lpo_number: 2,
          landing_url: 'https://shop.example/?token=***&color=red',
          referrer: 'https://media.example/?password=***',
          ip: '192.0.2.1',
          bot: 1,
          repeated: 0,
          ua: 'Agent/1',
          device: 'pc',
          os: 'Linux',
          os_ver: '6',
          browser: 'Firefox',
          browser_ver: '140',
          xclid: 'x',
          media_session_id: 's',
          media_management1: 'a',
          media_management2: 'b',
          media_management3: 'c',
          click_cost: 12.5,
          asp_id: 9,
        },
      },
    });
  });

  it('says that its ad has no network', () => {
    expect(createCollector().make(1n, {}, null).event.row).toMatchObject({ asp_id: -1 });
  });

  it('has the token of the first of two clicks on the same link, which is remembered', () => {
    const { repeats, make } = createCollector();
    make(1n);
    const second = make(2n, { repeated: 1, now: NOW + 1 });
    expect([second.token, second.event.id, second.event.row]).toEqual([
      '1 7 3 4',
      2n,
      expect.objectContaining({ repeated: 1, interaction_id: '2' }),
    ]);
    expect(repeats.last('7', 'redirect 5')).toEqual({ at: NOW, token: '1 7 3 4' });
    expect(make(3n, { now: NOW + 2 }).token, 'a click that is no repeat again').toBe('3 7 3 4');
    expect(repeats.last('7', 'redirect 5')?.at).toBe(NOW + 2);
  });

  it('has its own token if the first click was forgotten', () => {
    const { repeats, make } = createCollector();
    expect([make(2n, { repeated: 1 }).token, repeats.last('7', 'redirect 5')]).toEqual([
      '2 7 3 4',
      { at: NOW, token: '2 7 3 4' },
    ]);
  });

  it('is remembered by its ad on a direct link, and by its redirect otherwise', () => {
    const { repeats, make } = createCollector();
    make(1n, { redirectId: 0 });
    expect([repeats.last('7', 'ad 3')?.token, repeats.last('7', 'redirect 0')]).toEqual(['1 7 3 4', null]);
  });
});
