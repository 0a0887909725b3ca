import { vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, type SnapshotFrom } from 'xstate';
import { consoleMachine } from '../../machines/console.ts';
import type { EntryIds, Renewed, Stale } from '../../machines/signed-in-data.ts';
import type { Failure } from '../../machines/failure.ts';
import { languageMachine, type TextRequest } from '../../machines/language.ts';
import { sessionMachine, type Credentials, type Recalled, type Tokens } from '../../machines/session.ts';
import {
  DEFAULT_ROLE,
  LIST_NAMES,
  startupMachine,
  type Lists,
  type LoadedLists,
  type Profile,
  type Role,
  type Totals,
} from '../../machines/startup.ts';
import { settled } from './settled.ts';

export const OFFLINE: Failure = { kind: 'offline', code: 'offline' };
export const REFUSED: Failure = { kind: 'denied', code: 'session_ended' };
export const CREDENTIALS: Credentials = {
  company: 'demo',
  email: 'é@例え.jp',
  password: 'パス ワード',
  autoLogin: true,
};

export const profile = (id = 1): Profile => ({
  id,
  name: `山田 é ${id}`,
  email: `user-${id}@demo.example`,
  roleName: '管理者',
  roleCode: 'admin',
  companyId: 1,
  lacksSecondFactor: false,
  companyName: '例え株式会社',
  agency: null,
});
export const role: Role = {
  ...DEFAULT_ROLE,
  name: '管理者',
  code: 'admin',
  base: 'admin',
  permissions: { ...DEFAULT_ROLE.permissions, interaction_log: 'read' },
};
export const lists: Lists = {
  ...(Object.fromEntries(LIST_NAMES.map(name => [name, []])) as unknown as Lists),
  product: [
    { id: 1, title: '本店' },
    { id: 2, title: 'Café é' },
  ],
};
export const tokens = (n: number): Tokens => ({
  access: `access-${n}`,
  lifetime: 900_000,
});

/** The state of the console, without the states of its renewals. */
export const accessOf = (value: SnapshotFrom<typeof consoleMachine>['value']) =>
  typeof value === 'string' ? value : 'open';

/**
 * The whole console without browser and server. Its outside is mocked, so that calls are counted and can
 * fail.
 */
export const createTestConsole = async (storedTokens: Tokens | null = null) => {
  const clock = new SimulatedClock();
  let granted = 0;
  const outside = {
    recall: vi.fn(async (): Promise<Recalled> => storedTokens),
    signIn: vi.fn(async (_: Credentials) => tokens(++granted)),
    refresh: vi.fn(async (_: { readonly access: string | null }) => tokens(++granted)),
    revoke: vi.fn(async () => ({})),
    profile: vi.fn(async (): Promise<Profile> => profile()),
    role: vi.fn(async (): Promise<Role> => role),
    lists: vi.fn(async (): Promise<Lists> => lists),
    totals: {} as Totals,
    entries: vi.fn(async (_: EntryIds): Promise<Partial<Lists>> => ({})),
    renew: vi.fn(async ({ self, lists: names, entries }: Stale, _signal: AbortSignal): Promise<Renewed> => ({
      self: self ? { profile: await outside.profile(), role: await outside.role() } : null,
      lists:
        names.length > 0
          ? Object.fromEntries(
              Object.entries(await outside.lists()).filter(([name]) => names.some(wanted => wanted === name)),
            )
          : {},
      totals: names.length > 0 ? outside.totals : {},
      entries: await outside.entries(entries),
      deleted: {},
    })),
    texts: vi.fn(async (_: TextRequest) => ({ hello: 'hello' })),
  };
  const actor = createActor(
    consoleMachine.provide({
      actors: {
        session: sessionMachine.provide({
          actors: {
            recall: fromPromise(() => outside.recall()),
            signIn: fromPromise(({ input }) => outside.signIn(input)),
            refresh: fromPromise(({ input }) => outside.refresh(input)),
            revoke: fromPromise<unknown, undefined>(() => outside.revoke()),
          },
        }),
        startup: startupMachine.provide({
          actors: {
            profile: fromPromise<Profile, undefined>(() => outside.profile()),
            role: fromPromise<Role, undefined>(() => outside.role()),
            lists: fromPromise<LoadedLists, undefined>(async () => ({
              lists: await outside.lists(),
              totals: outside.totals,
            })),
          },
        }),
        language: languageMachine.provide({
          actors: { texts: fromPromise(({ input }) => outside.texts(input)) },
        }),
        profile: fromPromise<Profile, undefined>(() => outside.profile()),
        renew: fromPromise<Renewed, Stale>(({ input, signal }) => outside.renew(input, signal)),
      },
    }),
    { clock, input: { locale: 'ja', texts: { hello: 'こんにちは' } } },
  ).start();
  const { session, language } = actor.getSnapshot().context;
  await settled();
  return {
    actor,
    session,
    language,
    clock,
    outside,
    access: () => accessOf(actor.getSnapshot().value),
    signIn: async () => {
      session.send({ type: 'signIn', credentials: CREDENTIALS });
      await settled();
    },
    expire: async () => {
      outside.refresh.mockRejectedValueOnce(REFUSED);
      session.send({ type: 'token.rejected', access: session.getSnapshot().context.tokens?.access ?? '' });
      await settled();
    },
  };
};
