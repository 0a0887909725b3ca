import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';

/** What a User-Agent header tells, each text at most 64 characters, '' where it tells nothing. */
export interface Agent {
  readonly device: string;
  readonly os: string;
  readonly osVersion: string;
  readonly browser: string;
  readonly browserVersion: string;
  readonly bot: boolean;
}

/** The same as the columns of an event, with the header itself. */
export const agentColumns = (ua: string, { device, os, osVersion, browser, browserVersion }: Agent) => ({
  ua,
  device,
  os,
  os_ver: osVersion,
  browser,
  browser_ver: browserVersion,
});

/** Longest User-Agent kept; some apps send novels. */
export const AGENT_LIMIT = 512;

const parse = (ua: string): Agent => {
  const { device, os, browser } = new UAParser(ua).getResult();
  const word = (text: string | undefined) => (text ?? '').slice(0, 64);
  return {
    // The parser names no type for desktops; whoever has an operating system and is no phone, tablet or
    // television is one.
    device: device.type ?? (os.name === undefined ? '' : 'desktop'),
    os: word(os.name),
    osVersion: word(os.version),
    browser: word(browser.name),
    browserVersion: word(browser.version),
    bot: ua !== '' && isbot(ua),
  };
};

/**
 * Reads User-Agents through a cache: parsing costs some 30 µs, and a busy hour knows few thousand different
 * ones.
 */
export const createAgents = (capacity = 10_000): ((ua: string) => Agent) => {
  const known = new Map<string, Agent>();
  return ua => {
    const found = known.get(ua);
    if (found !== undefined) return found;
    const agent = parse(ua);
    // Map keeps the order of insertion: the oldest goes. What is common comes back at once.
    if (known.size >= capacity) {
      const oldest = known.keys().next();
      if (!oldest.done) known.delete(oldest.value);
    }
    known.set(ua, agent);
    return agent;
  };
};
