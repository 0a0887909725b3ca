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
  /** Whether what waits during a pause contains a text. */
  holds(text: string): boolean;
  /** Delivers what waited, in order, and everything after it. */
  resume(): void;
  close(): Promise<void>;
}

/** What waits in one direction of a connection during a pause. */
interface Direction {
  deliver(): void;
  holds(text: string): boolean;
}

/** Copies one direction of a connection. */
const forward = (from: Socket, to: Socket, isPaused: () => boolean): Direction => {
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
  return {
    deliver: () => {
      for (const chunk of waiting.splice(0)) write(chunk);
      if (hasEnded) to.destroySoon();
    },
    holds: text => waiting.some(chunk => chunk.includes(text)),
  };
};

/** Forwards a port to a Unix socket, like a network that can fail. */
export const openRelay = async (socketPath: string): Promise<Relay> => {
  const sockets = new Set<Socket>();
  const open = new Set<Direction>();
  let isPaused = false;
  const server = createServer({ allowHalfOpen: false }, inner => {
    const outer = connect(socketPath);
    const paused = () => isPaused;
    const directions = [forward(inner, outer, paused), forward(outer, inner, paused)];
    for (const direction of directions) open.add(direction);
    const forget = () => {
      if (!inner.destroyed || !outer.destroyed) return;
      for (const direction of directions) open.delete(direction);
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
    for (const { deliver } of open) deliver();
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
    holds: text => [...open].some(direction => direction.holds(text)),
    resume,
    close: async () => {
      resume();
      if (server.listening) await cut();
    },
  };
};
