import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port in front of a server's socket that can be disconnected. */
export interface Relay {
  readonly port: number;
  /** Connects or disconnects the server; disconnected, it refuses connections and ends the open ones. */
  reach(isReached: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Forwards a port to a Unix socket, like a network that can fail. */
export const openRelay = async (socketPath: string): Promise<Relay> => {
  const sockets = new Set<Socket>();
  const server = createServer(inner => {
    const outer = connect(socketPath);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      from.pipe(to);
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
  const port = await listen(0);
  return {
    port,
    reach: async isReached => {
      if (isReached) await listen(port);
      else await cut();
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
};
