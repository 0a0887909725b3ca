import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * ASPs that misbehave, in a process of their own, one for each path. It prints its address, and for each call
 * the path, the webhook-id and the response. A failing path fails only the first times, so that retries
 * succeed.
 */
const times = new Map<string, number>();
const ok = (response: ServerResponse) => {
  response.end('承知');
  return '200';
};

const RESPONDERS: Readonly<
  Record<string, (response: ServerResponse, time: number, address: string) => string>
> = {
  ok,
  slow: response => {
    setTimeout(() => ok(response), 300);
    return '200';
  },
  down: (response, time) => {
    if (time > 2) return ok(response);
    response.destroy();
    return 'down';
  },
  redirect: (response, time, address) => {
    if (time > 1) return ok(response);
    response.writeHead(302, { location: `${address}/elsewhere` }).end();
    return '302';
  },
  gone: response => {
    response.writeHead(410).end('もういない');
    return '410';
  },
  busy: (response, time) => {
    if (time > 1) return ok(response);
    response.writeHead(429, { 'retry-after': '1' }).end();
    return '429';
  },
  garbage: (response, time) => {
    if (time > 1) return ok(response);
    response.socket?.end('\u0000\u0001 NOT HTTP AT ALL\r\n\r\n');
    return 'garbage';
  },
  // The status is complete although the body is cut off.
  cut: response => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('あ');
    setTimeout(() => response.destroy(), 20);
    return '200';
  },
  stall: (response, time) => (time > 1 ? ok(response) : 'stalled'),
};

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://x').pathname.slice(1);
  const id = String(request.headers['webhook-id']);
  const time = (times.get(id) ?? 0) + 1;
  times.set(id, time);
  const { port } = server.address() as AddressInfo;
  const did = RESPONDERS[path]?.(response, time, `http://127.0.0.1:${port}`) ?? 'strayed';
  process.stdout.write(`${path} ${id} ${did}\n`);
  if (did === 'strayed') response.end();
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
