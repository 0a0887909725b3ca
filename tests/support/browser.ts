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

// The shell is Chromium without its windows: pages are the same, and cost half.
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where the machine's own Chromium is; CHROMIUM names another. No browser is ever downloaded. */
export const chromiumPath = (): string => {
  const path = process.env['CHROMIUM'] ?? CANDIDATES.find(existsSync);
  if (path === undefined)
    throw new Error("No Chromium found: install Debian's package chromium, or name one in CHROMIUM");
  return path;
};

let launched: Promise<Browser> | undefined;

/**
 * No function is small enough to be optimised, as what a test runs of a page has ended before that pays,
 * which is a sixth of all that Chromium costs; and
 * what is young has room (MB), as most of a page is gone with it.
 */
const SHORT_LIVED = '--js-flags=--max-optimized-bytecode-size=0,--min-semi-space-size=16';

/**
 * A headless Chromium that calls nobody but us: one for all files of a worker, with which it ends.
 *
 * @param asAtWork runs pages as fast as they run for people, for who measures them
 */
export const launchBrowser = async (asAtWork = false): Promise<Browser> => {
  if ((await launched)?.isConnected() !== true) {
    launched = chromium.launch({
      executablePath: chromiumPath(),
      // Playwright hides scrollbars, so that none takes room; on Windows and Linux they do.
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

/** A page of its own context, and everything that went wrong in it: uncaught errors and console errors. */
export interface Visit {
  readonly page: Page;
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

export interface Visiting extends Omit<BrowserContextOptions, 'storageState'> {
  readonly storageState?: Exclude<BrowserContextOptions['storageState'], string | undefined>;
  /**
   * Not a page that somebody had before and not one that is handed on: for a fake clock, scripts that begin
   * with the page, and visitors who are to be strangers.
   */
  readonly fresh?: boolean;
}

/**
 * A page that is handed on, and the origins that it was at. A new context and its window cost seconds; the
 * code of the console is compiled in an old one.
 */
interface PooledPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly origins: Set<string>;
}
const empty = new WeakMap<Browser, Map<string, PooledPage[]>>();

/**
 * How long a page may take for one thing, in ms; half a minute unless told, which a busy machine may need. A
 * test has its own time on top.
 */
const ACTION_TIMEOUT_MS = 90_000;
const SIZE = { width: 1440, height: 900 };
/** Any file of an origin that runs no script: its storage can be written from there. */
const still = (origin: string): string => `${origin}/icon.svg`;
const HEARD = [
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

/** So much of a page is painted: a quarter of what Chromium costs was to paint for nobody. */
const PAINTED = { width: 64, height: 48 };
/** A finger that stays or wanders is felt only where something is painted. */
const felt = new WeakSet<Page>();

/**
 * Makes a page so large to all that can be asked of it: layout, mouse, keys, and pictures, which are painted
 * whole. Only its corner is painted meanwhile,
 * but for fingers; Playwright's own `setViewportSize` has all of it painted again.
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
  // A browser that has no such command paints all.
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

/** Leaves nothing of the last visitor and lays out what the next one brings. */
const furnish = async (
  { context, page, origins }: PooledPage,
  { storageState, viewport, colorScheme, reducedMotion, permissions }: Visiting,
): Promise<void> => {
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    resize(page, viewport ?? SIZE),
    // Nobody waits for what moves but those who look at it.
    page.emulateMedia({ colorScheme: colorScheme ?? null, reducedMotion: reducedMotion ?? 'reduce' }),
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
 * Takes the visitor's ears and detours off the page, and lets it rest where it was: a page that goes to no
 * origin ends its process, and one
 * that is begun anew costs half a second.
 */
const clear = async ({ context, page, origins }: PooledPage): Promise<void> => {
  for (const event of HEARD) {
    page.removeAllListeners(event);
    context.removeAllListeners(event);
  }
  // What was typed and not saved may go.
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
  // Whom it visited may be gone.
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

/** What a page has asked for so far, and how much of it is not answered yet. */
export const trafficOf = (page: Page): { readonly begun: number; readonly open: number } => {
  const { begun = 0, open = new Set() } = traffics.get(page) ?? {};
  return { begun, open: open.size };
};

const listen = (page: Page): readonly string[] => {
  const troubles: string[] = [];
  page.on('pageerror', error => troubles.push(`uncaught: ${error.message}`));
  page.on('console', message => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`);
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
 * Opens a page in which nobody is known and nothing was kept but what `storageState` says. The zone is far
 * from Tokyo on purpose: the console must
 * show Tokyo's time everywhere.
 */
export const visit = async (
  browser: Browser,
  { fresh = false, ...options }: Visiting = {},
): Promise<Visit> => {
  const {
    storageState: _kept,
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
    // Whom it visited may be gone with its storage.
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
