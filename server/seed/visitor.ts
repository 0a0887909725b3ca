import { DAY, HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { createLottery, type Random } from './random.ts';

/** P(n contacts) falls as a power of n: most come once, a few fifty times. */
const CONTACTS = createLottery(Array.from({ length: 50 }, (_, i) => 1 / (i + 1) ** 2.05));

/** How many contacts a visitor makes: 1..50. */
export const contactsOf = (random: Random): number => CONTACTS(random) + 1;

/**
 * When a visitor comes back after `ts`: minutes later in the same sitting, or days later at an hour of the
 * site's own rhythm.
 *
 * @param hours draws the hour of the Tokyo day
 * @param startOfDay midnight in Tokyo of a moment
 */
export const nextVisit = (
  random: Random,
  ts: number,
  hours: (random: Random) => number,
  startOfDay: (ms: number) => number,
): number => {
  if (random.chance(0.28)) return ts + Math.round(2 * SECOND + 25 * MINUTE * random.next() ** 2);
  const later = ts + Math.round(2.2 * DAY * random.spread(1.15));
  const drawn = startOfDay(later) + hours(random) * HOUR + Math.floor(random.next() * HOUR);
  return drawn > ts ? drawn : ts + Math.round(HOUR * (0.5 + random.next() * 3));
};

/**
 * How long after its last contact a conversion happens: mostly in the sitting, sometimes days later by a
 * bookmark.
 */
export const delayOf = (random: Random): number =>
  random.chance(0.84)
    ? Math.round(MINUTE * (1 + 9 * random.spread(0.9)))
    : Math.round(DAY * (0.2 + 3 * random.next()));
