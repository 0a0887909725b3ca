import type { Session } from 'chdb';

/** Sessions of the engine, each used once and never again: what is set in one sticks to it. */
export interface Sessions {
  /** One that nobody used yet. */
  take(): Session;
  /** Gives up one that was used. */
  end(session: Session): void;
  /** Gives up those that nobody used. */
  close(): void;
}

/**
 * @param open fails where the engine has no memory left
 * @param spare how many are open beforehand: opening one holds up the event loop, which is felt when many
 *   questions come at once
 */
export const createSessions = (open: () => Session, spare: number): Sessions => {
  const unused: Session[] = [];
  let closed = false;
  const fill = () => {
    if (closed || unused.length >= spare) return;
    try {
      unused.push(open());
    } catch {
      // Nobody asked for this one: the next question opens its own, and is told what is wrong if that fails
      // too.
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
