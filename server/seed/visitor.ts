import { DAY, HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { createLottery, type Random } from './random.ts';

/** P(n contacts) is a power law: most visitors have one contact, few have fifty. */
const CONTACTS = createLottery(Array.from({ length: 50 }, (_, i) => 1 / (i + 1) ** 2.05));

/** Number of a visitor's contacts: 1..50. */
export const contactsOf = (random: Random): number => CONTACTS(random) + 1;

/**
 * Time in ms of the next visit after `ts`: minutes later in the same session, or days later by the weights of the
 * hours.
 * @param hours draws an hour of the day in Tokyo
 * @param startOfDay midnight in Tokyo of a time in ms
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
 * Delay in ms of a conversion after the last contact: mostly within the session, sometimes days later by a bookmark.
 */
export const delayOf = (random: Random): number =>
  random.chance(0.84)
    ? Math.round(MINUTE * (1 + 9 * random.spread(0.9)))
    : Math.round(DAY * (0.2 + 3 * random.next()));
