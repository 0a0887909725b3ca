import type { NaiveContact, NaiveConversion } from './naive.ts';

/**
 * Makes contacts and conversions of one visitor, each with a higher id than the one before.
 *
 * @param productId The product; read at each event, as a test makes its product after it has declared this.
 */
export const measuredEvents = (productId: () => number) => {
  let id = 1n << 40n;
  const nextId = () => (id += 1n);
  const shared = () => ({
    id: nextId(),
    product: productId(),
    visitor: 1,
    ip: '203.0.113.9',
    bot: false,
  });
  return {
    nextId,
    contact: (ad: number, ts: number, over: Partial<NaiveContact> = {}): NaiveContact => ({
      ...shared(),
      ts,
      ad,
      repeated: false,
      cost: 0,
      ...over,
    }),
    conversion: (ts: number, over: Partial<NaiveConversion> = {}): NaiveConversion => ({
      ...shared(),
      ts,
      last: true,
      amount: 1000,
      ...over,
    }),
  };
};
