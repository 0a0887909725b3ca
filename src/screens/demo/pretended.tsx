import { useMemo, useRef, type ReactNode } from 'react';
import type { Failure, FailureKind } from '../../../machines/failure.ts';
import { ConsoleContext, useConsole, type Console } from '../../console/context.ts';

/** What a made-up server answers to a call, told what it was called with. */
export type Reply = (variables: object) => Promise<object>;

/** A failure of each kind, as the server would tell it; a new kind needs one here. */
export const FAILURES: Readonly<Record<FailureKind, Failure>> = {
  offline: { kind: 'offline', code: 'offline' },
  denied: { kind: 'denied', code: 'no_permission_for_data' },
  missing: { kind: 'missing', code: 'not_found' },
  conflict: { kind: 'conflict', code: 'conflict' },
  invalid: { kind: 'invalid', code: 'invalid' },
  broken: { kind: 'broken', code: 'unexpected', status: 500, requestId: '01JD-é-7F3K9Q' },
};

/** So long a slow answer takes: enough to look at what is shown meanwhile. */
const SLOW = 4000;
export const slowly = <Answer,>(answer: Answer): Promise<Answer> =>
  new Promise(done => {
    setTimeout(() => done(answer), SLOW);
  });
export const never = (): Promise<never> => new Promise(() => undefined);
/** Rejects as a port of a machine does. */
export const refuse = (kind: FailureKind): Promise<never> => Promise.reject(FAILURES[kind]);

/** The made-up server of one sample; it counts its calls, so that another try can end otherwise. */
export const useReply = (answer: (times: number) => Promise<object>): Reply => {
  const times = useRef(0);
  return useMemo(() => () => answer(++times.current), [answer]);
};

/**
 * What stands in it runs as everywhere, on the same machines, but whatever it asks is answered here: the
 * server never hears of it.
 */
export const Pretended = ({ reply, children }: { readonly reply: Reply; readonly children: ReactNode }) => {
  const console = useConsole();
  const pretended = useMemo(
    () => ({ ...console, ask: ((_document, variables) => reply(variables)) as Console['ask'] }),
    [console, reply],
  );
  return <ConsoleContext value={pretended}>{children}</ConsoleContext>;
};
