import { Session } from 'chdb';

/** Sessions of the engine, each used once and never again: what is set in one sticks to it. */
export interface Sessions {
  /** One that nobody used yet. */
  take(): Session;
  /** Gives up one that was used. */
  end(session: Session): void;
  /** Gives up those that nobody used. */
  close(): void;
}

/** @param spare how many are open beforehand: opening one holds up the event loop, which is felt when many questions come at once */
export const createSessions = (path: string, spare: number): Sessions => {
  const unused: Session[] = [];
  let closed = false;
  const fill = () => {
    if (!closed && unused.length < spare) unused.push(new Session(path));
  };
  return {
    take: () => unused.pop() ?? new Session(path),
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
