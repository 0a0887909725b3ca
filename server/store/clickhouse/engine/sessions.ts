import type { Session } from 'chdb';

/**
 * Sessions of the engine. Settings and parameters persist in a session, so a session is used again only by requests
 * that set the same names, and the same values of settings. Opening and configuring one costs more than a small query.
 */
export interface Sessions {
  /**
   * Returns a session for one request.
   *
   * @param configuration statements that configure the session; they run before its first request
   * @param names the names that every request of the session sets itself; null: the session is used only once
   */
  take(configuration: string, names: string | null): EngineSession;
  /** Takes a session back. @param isReusable false: its request failed or was cancelled */
  end(used: EngineSession, isReusable: boolean): void;
  /** Closes all unused sessions. */
  close(): void;
}

export interface EngineSession {
  readonly session: Session;
  /** Statements to run before the request: the configuration of a new session, else nothing. */
  readonly configuration: string;
  /** What requests of this session have in common; null: it is used only once. */
  readonly key: string | null;
}

export interface SessionLimits {
  /** Number of sessions opened in advance: opening one blocks the event loop, which delays concurrent queries. */
  readonly spare: number;
  /** Number of configured sessions that wait for a request; the one that was used first is closed. */
  readonly configured: number;
}

/** @param open opens a session; throws if the engine has no memory left */
export const createSessions = (open: () => Session, { spare, configured }: SessionLimits): Sessions => {
  const unused: Session[] = [];
  /** Configured sessions, the last used at the end. */
  const waiting: { readonly session: Session; readonly key: string }[] = [];
  let closed = false;
  const fill = () => {
    if (closed || unused.length >= spare) return;
    try {
      unused.push(open());
    } catch {
      // The error concerns no request: the next request opens its own session and reports a repeated failure.
    }
  };
  const closeOne = (session: Session) => {
    session.close();
    setImmediate(fill);
  };
  return {
    take: (configuration, names) => {
      const key = names === null ? null : `${configuration}\n${names}`;
      const index = waiting.findLastIndex(one => one.key === key);
      const [found] = index === -1 ? [] : waiting.splice(index, 1);
      return found === undefined
        ? { session: unused.pop() ?? open(), configuration, key }
        : { ...found, configuration: '' };
    },
    end: ({ session, key }, isReusable) => {
      if (closed || !isReusable || key === null) return closeOne(session);
      waiting.push({ session, key });
      if (waiting.length > configured) waiting.shift()?.session.close();
      setImmediate(fill);
    },
    close: () => {
      closed = true;
      for (const session of unused.splice(0)) session.close();
      for (const { session } of waiting.splice(0)) session.close();
    },
  };
};
