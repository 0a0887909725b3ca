import type { Columnar } from '../../server/store/clickhouse/engine/columnar.ts';

/** A store whose commands wait before those that `isGate` accepts, until the gate is opened. */
export const gateColumnar = (columnar: Columnar, isGate: (query: string) => boolean) => {
  let [open, reached] = [() => {}, () => {}];
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  const begun = new Promise<void>(resolve => {
    reached = resolve;
  });
  const command: Columnar['command'] = async asks => {
    if (isGate(asks.query)) {
      reached();
      await opened;
    }
    return columnar.command(asks);
  };
  return {
    columnar: new Proxy(columnar, {
      get: (target, key) => (key === 'command' ? command : (Reflect.get(target, key) as unknown)),
    }),
    /** Resolves when a command waits. */
    begun,
    open,
  };
};
