import { EventId, Nullable, Time } from '../../http/schemas.ts';
import { timeOfId } from '../../platform/ids.ts';

/** The last event that counts, and its acceptance time: callers need not know the time encoding of ids. */

/** @param description the role of the event in the answer */
export const Watermark = (description: string) => ({
  watermark: EventId(description),
  watermark_at: Nullable(Time('Time at which the watermark event was accepted; null: no event yet')),
});

/** @param watermark the id of the event; '0': none */
export const watermarkFields = (watermark: string) => ({
  watermark,
  watermark_at: watermark === '0' ? null : new Date(timeOfId(BigInt(watermark))).toISOString(),
});
