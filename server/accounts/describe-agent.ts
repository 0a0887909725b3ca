import { UAParser } from 'ua-parser-js';

export const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
export type Device = (typeof DEVICES)[number];

/** What a User-Agent header says about a client; null where it says nothing. */
export interface Agent {
  readonly browser: string | null;
  readonly os: string | null;
  readonly device: Device | null;
}

/** Reads the browser, the operating system and the kind of device from a User-Agent header. */
export const describeAgent = (userAgent: string): Agent => {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  const kind = device.type === 'mobile' || device.type === 'tablet' ? device.type : null;
  return {
    browser: browser.name ?? null,
    os: os.name ?? null,
    // The parser names no type for desktops.
    device: device.type === undefined && os.name !== undefined ? 'desktop' : kind,
  };
};
