import type { Session } from 'chdb';

/** Sessions of the engine. Each is used for one request only, because settings persist in a session. */
export interface Sessions {
  /** Returns an unused session. */
  take(): Session;
  /** Closes a used session. */
  end(session: Session): void;
  /** Closes all unused sessions. */
  close(): void;
}

/**
 * @param open opens a session; throws if the engine has no memory left
 * @param spare number of sessions opened in advance: opening one blocks the event loop, which delays concurrent queries
 */
export const createSessions = (open: () => Session, spare: number): Sessions => {
  const unused: Session[] = [];
  let closed = false;
  const fill = () => {
    if (closed || unused.length >= spare) return;
    try {
      unused.push(open());
    } catch {
      // The error concerns no request: the next request opens its own session and reports a repeated failure.
    }
  };
  return {
    take: () => unused.pop() ?? open(),
    end: session => {
      session.close();
      setImmediate(fill);
    },
    close: () => {
      closed = true;
      for (const session of unused.splice(0)) session.close();
    },
  };
};
