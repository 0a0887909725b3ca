import type { Page } from 'playwright-core';

/**
 * How a held call ends: with the real answer, with another one, or without any. A file is answered in parts:
 * `begin`, any number of `part`, and `end` or `break`.
 */
export type Ending =
  | { readonly through: true }
  | { readonly json: unknown }
  | { readonly lost: true }
  | { readonly file: 'begin' | 'part' | 'end' | 'break' };

export interface Gate {
  /**
   * Holds the calls of these operations, and no others, on this page and on later ones. `download` stands for
   * all files.
   */
  hold(...names: readonly string[]): void;
  /** Whether a call of the operation is held now. */
  holds(name: string): boolean;
  /** The number of calls of the operation so far. */
  callCount(name: string): number;
  /** Answers the oldest call of the operation, and waits for the call if necessary. */
  answer(name: string, ending: Ending): Promise<void>;
}

interface PendingCall {
  readonly id: string;
  readonly name: string;
  readonly end: (ending: Ending) => void;
}
type Gated = typeof globalThis & {
  readonly gateAsk: (id: string, name: string) => Promise<Ending>;
  readonly gateLeft: (id: string) => Promise<void>;
  gateFile?: ReadableStreamDefaultController<Uint8Array>;
};

const WAITED = 90_000;

/** A refusal as a GraphQL server sends it. */
export const refusal = (code: string, status: number, more: object = {}): Ending => ({
  json: { data: null, errors: [{ message: 'x', extensions: { code, status, ...more } }] },
});

/**
 * Lets a test answer the calls of a page. It replaces `fetch` in the page, so that the browser logs no failed
 * requests. Call it before the page is opened.
 */
export const openGate = async (page: Page): Promise<Gate> => {
  let names: readonly string[] = [];
  let pending: readonly PendingCall[] = [];
  const leave = (id: string) => {
    pending = pending.filter(one => one.id !== id);
  };
  // A navigation ends the calls of its page.
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending = [];
  });
  await page.exposeFunction('gateLeft', leave);
  const calledNames: string[] = [];
  await page.exposeFunction('gateAsk', (id: string, name: string): Ending | Promise<Ending> => {
    calledNames.push(name);
    return names.includes(name)
      ? new Promise(end => {
          pending = [...pending, { id, name, end }];
        })
      : { through: true };
  });
  await page.addInitScript(() => {
    const through = fetch.bind(globalThis);
    const { gateAsk, gateLeft } = globalThis as Gated;
    let count = 0;
    const nameOf = (address: string, body: unknown): string | undefined => {
      if (address.includes('/download/')) return 'download';
      if (address.endsWith('/auth/refresh/')) return 'RefreshTokens';
      if (address.endsWith('/auth/signout/')) return 'SignOut';
      return (body as { operationName?: string } | null)?.operationName;
    };
    /** A GraphQL refusal as the REST API answers it. */
    const restRefusal = (json: unknown): Response => {
      const { errors } = json as { readonly errors: readonly { readonly extensions: { status: number } }[] };
      const details = errors[0]!.extensions;
      return Response.json(details, { status: details.status });
    };
    const answered = (
      ending: Ending,
      isRest: boolean,
      ask: () => Promise<Response>,
    ): Response | Promise<Response> => {
      if ('json' in ending && isRest) return restRefusal(ending.json);
      if ('json' in ending)
        return new Response(JSON.stringify(ending.json), { headers: { 'content-type': 'application/json' } });
      if ('through' in ending) return ask();
      if ('lost' in ending) throw new TypeError('Failed to fetch');
      const body = new ReadableStream<Uint8Array>({
        start: stream => {
          (globalThis as Gated).gateFile = stream;
        },
      });
      return new Response(body, {
        headers: {
          'content-type': 'text/csv',
          'x-row-count': '2',
          'content-disposition': 'attachment; filename="x.csv"',
        },
      });
    };
    globalThis.fetch = async (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      const body: unknown =
        typeof init?.body === 'string' && init.body.startsWith('{') ? JSON.parse(init.body) : null;
      const name = nameOf(address, body);
      if (name === undefined) return through(input, init);
      const id = `${performance.timeOrigin} ${count++}`;
      const left = new Promise<never>((_, reject) => {
        init?.signal?.addEventListener('abort', () => {
          void gateLeft(id);
          reject(init.signal?.reason);
        });
      });
      const ending = await Promise.race([gateAsk(id, name), left]);
      return answered(ending, address.includes('/auth/'), () => through(input, init));
    };
  });
  return {
    hold: (...wanted) => {
      names = wanted;
    },
    holds: name => pending.some(one => one.name === name),
    callCount: name => calledNames.filter(one => one === name).length,
    answer: async (name, ending) => {
      if ('file' in ending && ending.file !== 'begin') {
        await page.evaluate(how => {
          const stream = (globalThis as Gated).gateFile;
          if (how === 'part') stream?.enqueue(new TextEncoder().encode('"a","b"\r\n"1","2"\r\n'));
          else if (how === 'end') stream?.close();
          else stream?.error(new TypeError('network error'));
        }, ending.file);
        return;
      }
      for (
        const until = Date.now() + WAITED;
        !pending.some(one => one.name === name);
        await page.evaluate(() => undefined)
      ) {
        if (Date.now() > until)
          throw new Error(`${name} is not asked for; waiting: ${pending.map(one => one.name).join(', ')}`);
      }
      const { id, end } = pending.find(one => one.name === name)!;
      leave(id);
      end(ending);
    },
  };
};
