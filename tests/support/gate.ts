import type { Page } from 'playwright-core';

/** How a call that was held back ends. A file comes in parts: `begin`, `part` as often as one likes, `end` or `break`. */
export type Ending = { readonly json: unknown } | { readonly lost: true } | { readonly file: 'begin' | 'part' | 'end' | 'break' };

interface Held { readonly name: string; readonly resolve: (answer: Response) => void; readonly reject: (cause: unknown) => void; stream?: ReadableStreamDefaultController<Uint8Array> }
interface Gate { names: string[]; readonly held: Held[] }
type Gated = typeof globalThis & { gate: Gate };

/**
 * Lets a test say when a call of the page is answered, and with what. To be called before the page is opened.
 *
 * @param first operations whose calls are held back from the beginning of every page
 */
export const openGate = async (page: Page, first: readonly string[] = []): Promise<{ hold(names: readonly string[]): Promise<void>; answer(name: string, ending: Ending): Promise<void> }> => {
  await page.addInitScript(names => {
    const gate: Gate = { names: [...names], held: [] };
    const through = fetch.bind(globalThis);
    (globalThis as Gated).gate = gate;
    globalThis.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      const body: unknown = typeof init?.body === 'string' && init.body.startsWith('{') ? JSON.parse(init.body) : null;
      const name = address.includes('/download/') ? 'download' : (body as { operationName?: string } | null)?.operationName ?? '';
      if (!gate.names.includes(name)) return through(input, init);
      return new Promise<Response>((resolve, reject) => {
        const held: Held = { name, resolve, reject };
        gate.held.push(held);
        init?.signal?.addEventListener('abort', () => {
          gate.held.splice(gate.held.indexOf(held), 1);
          reject(init.signal?.reason);
        });
      });
    };
  }, first);
  return {
    /** From now on calls of these operations, and of no others, are held back; `download` is every file. */
    hold: names => page.evaluate(wanted => { (globalThis as Gated).gate.names = [...wanted]; }, names),
    /** Ends the oldest call of that name; waits for it to be made. */
    answer: async (name, ending) => {
      await page.waitForFunction(wanted => (globalThis as Gated).gate.held.some(held => held.name === wanted), name);
      await page.evaluate(([wanted, how]) => {
        const { held: all } = (globalThis as Gated).gate;
        const held = all.find(one => one.name === wanted)!;
        const gone = () => void all.splice(all.indexOf(held), 1);
        const rows = new TextEncoder().encode('"a","b"\r\n"1","2"\r\n');
        if ('json' in how) {
          gone();
          held.resolve(new Response(JSON.stringify(how.json), { headers: { 'content-type': 'application/json' } }));
        } else if ('lost' in how) {
          gone();
          held.reject(new TypeError('Failed to fetch'));
        } else if (how.file === 'begin') {
          held.resolve(new Response(new ReadableStream<Uint8Array>({ start: stream => { held.stream = stream; } }), { headers: { 'content-type': 'text/csv', 'x-row-count': '2', 'content-disposition': 'attachment; filename="x.csv"' } }));
        } else if (how.file === 'part') held.stream?.enqueue(rows);
        else {
          gone();
          if (how.file === 'end') held.stream?.close();
          else held.stream?.error(new TypeError('network error'));
        }
      }, [name, ending] as const);
    },
  };
};
