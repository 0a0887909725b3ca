import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';

/** What a User-Agent header reveals, each text at most 64 characters, '' where it reveals nothing. */
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

/** Maximum length of a stored User-Agent, because some apps send very long ones. */
export const AGENT_LIMIT = 512;

const parse = (ua: string): Agent => {
  const { device, os, browser } = new UAParser(ua).getResult();
  const word = (text: string | undefined) => (text ?? '').slice(0, 64);
  return {
    // The parser names no type for desktops: a client with an operating system that is neither a phone, a
    // tablet nor a television is a desktop.
    device: device.type ?? (os.name === undefined ? '' : 'desktop'),
    os: word(os.name),
    osVersion: word(os.version),
    browser: word(browser.name),
    browserVersion: word(browser.version),
    bot: ua !== '' && isbot(ua),
  };
};

/**
 * Reads User-Agents through a cache: parsing costs some 30 µs, and a busy hour has a few thousand different
 * ones.
 */
export const createAgents = (capacity = 10_000): ((ua: string) => Agent) => {
  const known = new Map<string, Agent>();
  return ua => {
    const found = known.get(ua);
    if (found !== undefined) return found;
    const agent = parse(ua);
    // A Map iterates in order of insertion, so the oldest entry is evicted. A frequent one is cached again at
    // its next use.
    if (known.size >= capacity) {
      const oldest = known.keys().next();
      if (!oldest.done) known.delete(oldest.value);
    }
    known.set(ua, agent);
    return agent;
  };
};
