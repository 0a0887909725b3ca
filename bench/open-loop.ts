import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly answered: number;
  readonly refused: number;
}

/**
 * Sends `rate` requests per second for `seconds` over `sockets` connections, without waiting for answers. Latencies are
 * measured from the due time of a request, so that a stalling server does not slow down its own test. Answers must have
 * no body.
 */
export const openLoop = async (
  url: string,
  request: string,
  rate: number,
  seconds: number,
  sockets = 64,
): Promise<Latencies> => {
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  let refused = 0;
  const lines = await Promise.all(
    Array.from({ length: sockets }, async () => {
      const socket: Socket = connect(Number(port), hostname).setNoDelay(true);
      await once(socket, 'connect');
      const due: number[] = [];
      let rest = '';
      socket.on('data', (chunk: Buffer) => {
        rest += chunk.toString('latin1');
        for (let end = rest.indexOf('\r\n\r\n'); end !== -1; end = rest.indexOf('\r\n\r\n')) {
          if (!rest.startsWith('HTTP/1.1 2')) refused++;
          rest = rest.slice(end + 4);
          latencies.push(performance.now() - (due.shift() ?? Number.NaN));
        }
      });
      return { socket, due };
    }),
  );
  const total = rate * seconds;
  const start = performance.now();
  let sent = 0;
  await new Promise<void>(done => {
    const timer = setInterval(() => {
      const now = performance.now();
      while (sent < total && start + (sent / rate) * 1000 <= now) {
        const line = lines[sent % sockets];
        line?.due.push(start + (sent / rate) * 1000);
        line?.socket.write(request);
        sent++;
      }
      if (latencies.length >= total || now - start > (seconds + 10) * 1000) {
        clearInterval(timer);
        done();
      }
    }, 1);
  });
  for (const { socket } of lines) socket.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), answered: latencies.length, refused };
};
