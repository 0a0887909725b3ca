import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  MySessionsDocument,
  RevokeOtherSessionsDocument,
  RevokeSessionDocument,
  type MySessionsQuery,
} from '../../../graphql/generated/graphql.ts';
import {
  ownSessionsMachine,
  type OwnSession,
  type OwnSessions,
  type Revocation,
} from '../../../machines/own-sessions.ts';
import { watched } from '../../console/actor-registry.ts';
import { useExecute, useNotify, type Console } from '../../console/context.ts';
import { requireValue } from '../../console/required-answer.ts';
import { present, type Present } from '../../resources/row.ts';

type Answered = Present<Present<MySessionsQuery['page']>['results']>;
/** A session as the screen shows it. */
export type SessionRow = Answered & OwnSession;

const machineFor = (execute: Console['execute']) =>
  ownSessionsMachine.provide({
    actors: {
      load: fromPromise<OwnSessions, undefined>(async ({ signal }) => {
        const page = requireValue((await execute(MySessionsDocument, {}, signal)).page);
        const sessions = present(page.results).map(row => ({ ...row, isCurrent: row.current }));
        return { count: page.count, sessions };
      }),
      revoke: fromPromise<number, Revocation>(async ({ input, signal }) => {
        const { done } =
          input.kind === 'one'
            ? await execute(RevokeSessionDocument, { id: input.id }, signal)
            : await execute(RevokeOtherSessionsDocument, {}, signal);
        return requireValue(done).revoked;
      }),
    },
  });

/**
 * The sessions of the signed-in user (machines/own-sessions.ts).
 * @param onRevoked called when sessions were ended, after the notice about it
 */
export const useOwnSessions = (onRevoked: () => void) => {
  const execute = useExecute();
  const notify = useNotify();
  const [machine] = useState(() => machineFor(execute));
  const actor = useActorRef(machine, watched);
  const state = useSelector(actor, snapshot => snapshot);
  const announce = useEffectEvent(({ kind }: Revocation, count: number) => {
    notify({ kind: 'SUCCESS', message: `session.revoked.${kind}`, values: { count } });
    onRevoked();
  });
  useEffect(() => {
    const { unsubscribe } = actor.on('revoked', ({ revocation, count }) => announce(revocation, count));
    return unsubscribe;
  }, [actor]);
  const { list, revocation, failure } = state.context;
  return {
    state,
    send: actor.send,
    list,
    count: list?.count ?? 0,
    // The port's answer; the machine is not generic.
    sessions: (list?.sessions as readonly SessionRow[] | undefined) ?? null,
    revocation,
    failure,
  };
};
export type OwnSessionsView = ReturnType<typeof useOwnSessions>;
