import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
  type Request,
} from 'playwright-core';

// The headless shell renders the same pages at half the cost.
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of the installed Chromium, or of the one named in CHROMIUM. No browser is downloaded. */
export const chromiumPath = (): string => {
  const path = process.env['CHROMIUM'] ?? CANDIDATES.find(existsSync);
  if (path === undefined)
    throw new Error("No Chromium found: install Debian's package chromium, or name one in CHROMIUM");
  return path;
};

let launched: Promise<Browser> | undefined;

/**
 * V8 flags for short-lived pages: optimizing code would not pay off in a test and takes a sixth of the time,
 * and a larger young generation (MB) suits objects that are gone with their page.
 */
const SHORT_LIVED = '--js-flags=--max-optimized-bytecode-size=0,--min-semi-space-size=16';

/**
 * Returns the headless Chromium that all files of a worker share. It makes no background requests.
 *
 * @param asAtWork leaves out the flags for short-lived pages, so that speed can be measured
 */
export const launchBrowser = async (asAtWork = false): Promise<Browser> => {
  if ((await launched)?.isConnected() !== true) {
    launched = chromium.launch({
      executablePath: chromiumPath(),
      // Playwright hides scrollbars by default, but on Windows and Linux they take up width.
      ignoreDefaultArgs: ['--hide-scrollbars'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...(asAtWork ? [] : [SHORT_LIVED]),
      ],
    });
  }
  return await launched!;
};

/** An open page and its faults: uncaught errors and console errors. */
export interface Visit {
  readonly page: Page;
  readonly troubles: string[];
  close(): Promise<void>;
}

export interface Visiting extends Omit<BrowserContextOptions, 'storageState'> {
  readonly storageState?: Exclude<BrowserContextOptions['storageState'], string | undefined>;
  /**
   * Opens a new context instead of a pooled page, for fake clocks, init scripts and visitors unknown to the
   * site.
   */
  readonly fresh?: boolean;
}

/**
 * A page that is reused, and the origins that it visited. A new context costs seconds, and a reused one has
 * the code of the console compiled.
 */
interface PooledPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly origins: Set<string>;
}
const empty = new WeakMap<Browser, Map<string, PooledPage[]>>();

/** The time limit of one action in ms. The default of 30 s is too short on a busy machine. */
const ACTION_TIMEOUT_MS = 90_000;
/** The size of a page by default. */
export const SIZE = { width: 1440, height: 900 };
/** A file of an origin that runs no script, from which the storage of the origin can be set. */
const still = (origin: string): string => `${origin}/icon.svg`;
const PAGE_EVENTS = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'page',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
];

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** The painted part of a page. Painting all of it took a quarter of Chromium's time. */
const PAINTED = { width: 64, height: 48 };
/** Pages with touch input, which Chromium handles only where the page is painted. */
const felt = new WeakSet<Page>();

/**
 * Sets the size of a page for layout, input and screenshots. Only a corner is painted meanwhile, except for
 * touch; Playwright's `setViewportSize` alone would have the whole page painted.
 */
export const resize = async (
  page: Page,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> => {
  await page.setViewportSize({ width, height });
  if (felt.has(page)) return;
  const known = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, known);
  const session = await known;
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: 1,
    mobile: false,
    dontSetVisibleSize: true,
  });
  // A browser without this command paints the whole page.
  await session.send('Emulation.setVisibleSize', PAINTED).catch(() => undefined);
};

const build = async (browser: Browser, options: BrowserContextOptions): Promise<PooledPage> => {
  const context = await browser.newContext({ viewport: SIZE, ...options });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const pooled: PooledPage = { context, page: await context.newPage(), origins: new Set() };
  if (options.hasTouch === true) felt.add(pooled.page);
  pooled.page.on('framenavigated', frame => {
    if (frame === pooled.page.mainFrame() && frame.url().startsWith('http'))
      pooled.origins.add(new URL(frame.url()).origin);
  });
  return pooled;
};

/** Removes the data of the last visitor and sets the state of the next one. */
const furnish = async (
  { context, page, origins }: PooledPage,
  { storageState, viewport, colorScheme, reducedMotion, permissions }: Visiting,
): Promise<void> => {
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    resize(page, viewport ?? SIZE),
    // Motion is turned off unless a test asks for it.
    page.emulateMedia({
      media: null,
      colorScheme: colorScheme ?? null,
      reducedMotion: reducedMotion ?? 'reduce',
    }),
  ]);
  if (permissions) await context.grantPermissions([...permissions]);
  if (storageState && storageState.cookies.length > 0) await context.addCookies(storageState.cookies);
  const storedItems = new Map(
    storageState?.origins.map(({ origin, localStorage }) => [origin, localStorage]),
  );
  for (const origin of new Set([...origins, ...storedItems.keys()])) {
    if (page.url() !== still(origin)) await page.goto(still(origin));
    await page.evaluate(
      items => {
        localStorage.clear();
        sessionStorage.clear();
        for (const { name, value } of items) localStorage.setItem(name, value);
      },
      storedItems.get(origin) ?? [],
    );
  }
  origins.clear();
  for (const origin of storedItems.keys()) origins.add(origin);
};

/**
 * Removes listeners and routes from a page and leaves it on its last origin: a page without an origin ends
 * its process, and a new process costs half a second.
 */
const clear = async ({ context, page, origins }: PooledPage): Promise<void> => {
  for (const event of PAGE_EVENTS) {
    page.removeAllListeners(event);
    context.removeAllListeners(event);
  }
  // Unsaved input may be discarded.
  page.on('dialog', dialog => {
    void dialog.accept();
  });
  await Promise.all([
    context.setOffline(false),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    ...context
      .pages()
      .filter(other => other !== page)
      .map(other => other.close()),
  ]);
  const [origin] = [...origins].slice(-1);
  // The server of the origin may have stopped.
  const rests =
    origin !== undefined &&
    (await page.goto(still(origin)).then(
      () => true,
      () => false,
    ));
  if (!rests) await page.goto('about:blank');
  page.removeAllListeners('dialog');
};

interface Traffic {
  begun: number;
  readonly open: Set<Request>;
}
const traffics = new WeakMap<Page, Traffic>();

/** The number of a page's requests so far, and of those without an answer. */
export const trafficOf = (page: Page): { readonly begun: number; readonly open: number } => {
  const { begun = 0, open = new Set() } = traffics.get(page) ?? {};
  return { begun, open: open.size };
};

const listen = (page: Page): string[] => {
  const troubles: string[] = [];
  page.on('pageerror', error => troubles.push(`uncaught: ${error.message}`));
  page.on('console', message => {
    const { url } = message.location();
    // The browser itself reports a refused renewal, which leads to the sign-in page.
    const isRefusedRenewal = url.endsWith('/auth/refresh/') && message.text().includes('401');
    if (message.type() === 'error' && !isRefusedRenewal) troubles.push(`console: ${message.text()} (${url})`);
  });
  const traffic: Traffic = { begun: 0, open: new Set() };
  traffics.set(page, traffic);
  page.on('request', request => {
    traffic.begun += 1;
    traffic.open.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', request => traffic.open.delete(request));
  return troubles;
};

/**
 * Opens a page that has only the cookies and storage of `storageState`. Its time zone is far from Tokyo,
 * because the console must show Tokyo's time everywhere.
 */
export const visit = async (
  browser: Browser,
  { fresh = false, ...options }: Visiting = {},
): Promise<Visit> => {
  const {
    storageState: _stored,
    viewport: _size,
    colorScheme: _scheme,
    reducedMotion: _motion,
    permissions: _granted,
    ...lasting
  } = options;
  const nature = { locale: 'ja-JP', timezoneId: 'America/Los_Angeles', ...lasting };
  const kind = JSON.stringify(nature);
  const rooms = empty.get(browser) ?? new Map<string, PooledPage[]>();
  empty.set(browser, rooms);
  const waiting = fresh ? [] : (rooms.get(kind) ?? []);
  if (!fresh) rooms.set(kind, waiting);

  let pooled = waiting.pop();
  try {
    if (pooled) await furnish(pooled, options);
  } catch {
    // The server of a visited origin may have stopped.
    await pooled?.context.close();
    pooled = undefined;
  }
  if (pooled === undefined) {
    pooled = await build(browser, nature);
    await furnish(pooled, options);
  }
  const { page, context } = pooled;
  const taken = pooled;
  const troubles = listen(page);
  return {
    page,
    troubles,
    close: async () => {
      if (fresh) return context.close();
      await clear(taken);
      waiting.push(taken);
    },
  };
};
