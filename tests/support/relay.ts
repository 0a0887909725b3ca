import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port in front of a server's socket that can be disconnected. */
export interface Relay {
  readonly port: number;
  /** Connects or disconnects the server; disconnected, it refuses connections and ends the open ones. */
  reach(isReached: boolean): Promise<void>;
  /**
   * Delivers nothing until `resume`, neither bytes nor the ends of connections: both sides see silence. What one side
   * sent and gave up meanwhile arrives late, as on a network whose packets wait.
   */
  pause(): void;
  /** Delivers what waited, in order, and everything after it. */
  resume(): void;
  close(): Promise<void>;
}

/** Copies one direction of a connection. @returns delivers what waited during a pause */
const forward = (from: Socket, to: Socket, isPaused: () => boolean): (() => void) => {
  const waiting: Buffer[] = [];
  let hasEnded = false;
  const write = (chunk: Buffer) => {
    if (to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  };
  from
    .on('data', (chunk: Buffer) => {
      if (isPaused()) waiting.push(chunk);
      else write(chunk);
    })
    // The 'close' that follows ends the other side.
    .on('error', () => undefined)
    .on('close', () => {
      hasEnded = true;
      if (!isPaused()) to.destroySoon();
    });
  return () => {
    for (const chunk of waiting.splice(0)) write(chunk);
    if (hasEnded) to.destroySoon();
  };
};

/** Forwards a port to a Unix socket, like a network that can fail. */
export const openRelay = async (socketPath: string): Promise<Relay> => {
  const sockets = new Set<Socket>();
  const deliveries = new Set<() => void>();
  let isPaused = false;
  const server = createServer({ allowHalfOpen: false }, inner => {
    const outer = connect(socketPath);
    const paused = () => isPaused;
    const directions = [forward(inner, outer, paused), forward(outer, inner, paused)];
    for (const deliver of directions) deliveries.add(deliver);
    const forget = () => {
      if (!inner.destroyed || !outer.destroyed) return;
      for (const deliver of directions) deliveries.delete(deliver);
    };
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        forget();
      });
    }
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const resume = (): void => {
    isPaused = false;
    for (const deliver of deliveries) deliver();
  };
  const port = await listen(0);
  return {
    port,
    reach: async isReached => {
      if (isReached) await listen(port);
      else await cut();
    },
    pause: () => {
      isPaused = true;
    },
    resume,
    close: async () => {
      resume();
      if (server.listening) await cut();
    },
  };
};
