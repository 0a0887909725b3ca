import { useMemo, useRef, type ReactNode } from 'react';
import type { Failure, FailureKind } from '../../../machines/failure.ts';
import { ConsoleContext, useConsole, type Console } from '../../console/context.ts';

/** Answers a request of a simulated server by its variables. */
export type Reply = (variables: object) => Promise<object>;

/** A failure of each kind, as the server reports it; a new kind without an entry is a compile error. */
export const FAILURES: Readonly<Record<FailureKind, Failure>> = {
  offline: { kind: 'offline', code: 'offline' },
  denied: { kind: 'denied', code: 'no_permission_for_data' },
  missing: { kind: 'missing', code: 'not_found' },
  conflict: { kind: 'conflict', code: 'conflict' },
  invalid: { kind: 'invalid', code: 'invalid' },
  broken: { kind: 'broken', code: 'unexpected', status: 500, requestId: '01JD-é-7F3K9Q' },
};

/** Duration in ms of a slow answer, long enough to see the loading state. */
const SLOW_ANSWER_MS = 4000;
export const slowly = <Answer,>(answer: Answer): Promise<Answer> =>
  new Promise(done => {
    setTimeout(() => done(answer), SLOW_ANSWER_MS);
  });
export const never = (): Promise<never> => new Promise(() => undefined);
/** Rejects with a failure, as the port of a machine does. */
export const refuse = (kind: FailureKind): Promise<never> => Promise.reject(FAILURES[kind]);

/** Simulated server of one sample. Counts its requests, so that a retry can have another outcome. */
export const useReply = (answer: (times: number) => Promise<object>): Reply => {
  const times = useRef(0);
  return useMemo(() => () => answer(++times.current), [answer]);
};

/**
 * Replaces the gateway for its children: their machines are the real ones, but no request reaches the server.
 */
export const SimulatedGateway = ({
  reply,
  children,
}: {
  readonly reply: Reply;
  readonly children: ReactNode;
}) => {
  const console = useConsole();
  const pretended = useMemo(
    () => ({ ...console, execute: ((_document, variables) => reply(variables)) as Console['execute'] }),
    [console, reply],
  );
  return <ConsoleContext value={pretended}>{children}</ConsoleContext>;
};
