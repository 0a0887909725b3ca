import { BOTS, CLIENTS } from './clients.ts';
import type { PlacedCompany } from './placed.ts';
import { createLottery, type Random } from './random.ts';
import { SEQUENCES, type SeedContact, type SeedConversion, type Traffic } from './traffic-events.ts';

/** The recorded period in ms since 1970; `end` is exclusive. */
interface Days {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  /** Later events are drawn but not recorded. */
  readonly now: number;
}

/** The recorded events, and the counters of their ids. */
export interface Recording {
  readonly random: Random;
  readonly company: PlacedCompany;
  readonly days: Days;
  readonly contacts: SeedContact[];
  readonly conversions: SeedConversion[];
  readonly paths: Traffic['paths'];
  /** By ad, then by day. */
  readonly clicksOfDay: readonly Uint32Array[];
  /** Reserves sequence numbers of events. @returns the first of them */
  readonly claim: (count: number) => number;
  /** Index of a landing page in its lookup list. */
  readonly landingOf: (url: string) => number;
  readonly drawAddress: () => string;
  readonly drawClient: (kind: VisitorKind) => number;
  readonly nextVisitor: () => number;
  /** The next order number, or the previous one again. */
  readonly orderNumber: (isNew: boolean) => number;
}

const createCounter = () => {
  let count = 0;
  return () => ++count;
};

const createSequence = () => {
  let sequence = 0;
  return (count: number): number => {
    const first = sequence;
    sequence += count;
    if (sequence > SEQUENCES) throw new RangeError('the seed has more events than sequence numbers');
    return first;
  };
};

/** Draws IP addresses of visitors; some are shared by several visitors. */
const createAddresses = (random: Random) => {
  const addresses: string[] = [];
  return (): string => {
    if (addresses.length > 500 && random.chance(0.05))
      return addresses[random.integer(0, addresses.length - 1)]!;
    const address = random.chance(0.22)
      ? `2001:db8:${random.integer(1, 0xfffe).toString(16)}:${random.integer(1, 0xfffe).toString(16)}::${random.integer(1, 0xfffe).toString(16)}`
      : `::ffff:100.${random.integer(64, 127)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;
    addresses.push(address);
    return address;
  };
};

export type VisitorKind = 'person' | 'bot' | 'staff';
const createClients = (random: Random) => {
  const clients = createLottery(CLIENTS.map(client => client.weight));
  const bots = createLottery(BOTS.map(client => client.weight));
  return (kind: VisitorKind): number => (kind === 'bot' ? CLIENTS.length + bots(random) : clients(random));
};

export const createRecording = (
  random: Random,
  company: PlacedCompany,
  days: Days,
  landings: Map<string, number>,
): Recording => {
  let orders = 0;
  return {
    random,
    company,
    days,
    contacts: [],
    conversions: [],
    paths: [],
    clicksOfDay: company.ads.map(() => new Uint32Array(days.count)),
    claim: createSequence(),
    landingOf: url => landings.get(url) ?? (landings.set(url, landings.size), landings.size - 1),
    drawAddress: createAddresses(random),
    drawClient: createClients(random),
    nextVisitor: createCounter(),
    orderNumber: isNew => {
      if (isNew) orders += 1;
      return orders;
    },
  };
};
