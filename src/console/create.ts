import { createActor, fromPromise, type InspectionEvent } from 'xstate';
import { consoleMachine } from '../../machines/console.ts';
import { languageMachine } from '../../machines/language.ts';
import { sessionMachine } from '../../machines/session.ts';
import { LIST_NAMES, startupMachine, type Profile } from '../../machines/startup.ts';
import { createGateway, createOpenGateway, type Execute } from '../gateway/client.ts';
import { createSessionRequests } from '../gateway/session-requests.ts';
import { createAuthority } from './authority.ts';
import type { Console } from './context.ts';
import { createDeparture } from './departure.ts';
import { FALLBACK, FALLBACK_TEXTS, isLocale, textsOf } from './locale.ts';
import { restoreAppearance, applyAppearance, isMarkedSignedIn } from './appearance.ts';
import { createExpiringStorage, storageOrMemory, type ExpiringStorage } from './storage.ts';
import { createTabs } from './tabs.ts';
import { createTokenKeeper, type TabMessage } from './tokens.ts';

const LOCALE = 'locale';
const productOfUser = (user: number) => `${user}_product`;
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Provides the actors of the console machine. */
const provideConsole = (keeper: ReturnType<typeof createTokenKeeper>, execute: Execute) => {
  // Loaded with the frame around the screens.
  const ports = () => import('./ports.ts');
  const profile = fromPromise<Profile, undefined>(async ({ signal }) =>
    (await ports()).profileOf(execute, signal),
  );
  return consoleMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: {
          recall: fromPromise(({ signal }) => keeper.recall(signal)),
          signIn: fromPromise(({ input, signal }) => keeper.signIn(input, signal)),
          depart: fromPromise(({ input, signal }) => keeper.depart(input, signal)),
          answer: fromPromise(({ input, signal }) => keeper.answer(input, signal)),
          refresh: fromPromise(({ input, signal }) => keeper.refresh(input.access, signal)),
          revoke: fromPromise(({ signal }) => keeper.revoke(signal)),
        },
      }),
      startup: startupMachine.provide({
        actors: {
          profile,
          role: fromPromise(async ({ signal }) => (await ports()).roleOf(execute, signal)),
          lists: fromPromise(async ({ signal }) => (await ports()).listsOf(execute, LIST_NAMES, signal)),
        },
      }),
      language: languageMachine.provide({ actors: { texts: fromPromise(({ input }) => textsOf(input)) } }),
      profile,
      renew: fromPromise(async ({ input, signal }) => (await ports()).renewedOf(execute, input, signal)),
    },
  });
};

/**
 * Buffers inspection events until an observer subscribes, since the recorder's code is loaded with the first
 * screen after sign-in.
 */
const createInspection = () => {
  const early: (readonly [inspected: InspectionEvent, at: number])[] = [];
  let observer = (inspected: InspectionEvent): void => void early.push([inspected, performance.now()]);
  const inspect: Console['inspect'] = observe => {
    observer = observe;
    for (const [inspected, at] of early.splice(0)) observe(inspected, at);
  };
  return { record: (inspected: InspectionEvent): void => observer(inspected), inspect };
};

/**
 * Creates the console: connects the machines to gateway, storage, other tabs and page. The root actor is
 * created outside React, so that no second render, remount or hot reload starts a second session.
 */
export const createConsole = async (url = '/graphql'): Promise<Console> => {
  const lasting = createExpiringStorage(storageOrMemory(() => localStorage));
  const locale = lasting.use(LOCALE, isLocale) ?? FALLBACK;
  const texts = await textsOf({ locale, parts: [] }).catch(() => FALLBACK_TEXTS);

  // No wait from here to the end: another tab's message would find no session to receive it.
  const passing = createExpiringStorage(storageOrMemory(() => sessionStorage));
  const tabs = createTabs(message => receive(message));
  const outside = { language: () => document.documentElement.lang };
  const executePublic = createOpenGateway(url, outside);
  const keeper = createTokenKeeper(
    { lasting, passing },
    createAuthority(executePublic, createSessionRequests()),
    tabs,
    createDeparture(passing, window),
    isMarkedSignedIn,
  );
  // Gateway and session depend on each other: the port resolves the gateway on its first call.
  const gateway: { execute: Execute } = {
    execute: () => Promise.reject(new Error('The gateway is not there yet.')),
  };
  const execute: Execute = (...call) => gateway.execute(...call);
  const { record, inspect } = createInspection();
  const actor = createActor(provideConsole(keeper, execute), {
    input: { locale: texts === FALLBACK_TEXTS ? FALLBACK : locale, texts },
    inspect: record,
  });
  const { session, appearance, language } = actor.getSnapshot().context;
  gateway.execute = createGateway(url, session, outside);
  const receive = (message: TabMessage) => {
    const event = keeper.receive(message);
    if (event) session.send(event);
  };

  actor.start();
  restoreAppearance(appearance);
  applyAppearance(appearance);
  keepLocale(language, lasting);
  keepProduct(actor, lasting);
  window.addEventListener('online', () => session.send({ type: 'online' }));
  const current = { execute };
  return {
    actor,
    executePublic,
    account: keeper.account,
    signedIn: null,
    hasNavigated: false,
    execute: (...call) => current.execute(...call),
    inspect,
    wrapExecute: wrap => {
      current.execute = wrap(current.execute);
    },
  };
};

type Language = ReturnType<Console['actor']['getSnapshot']>['context']['language'];

/**
 * Sets the page's `lang`, for screen readers and the choice of glyphs, and stores the language. It is stored
 * only on a change: the machine re-enters its state for each loaded part and would overwrite another tab's
 * choice.
 */
const SHARED_BOARD_PATH = '/shared-board';
const keepLocale = (language: Language, storage: ExpiringStorage) => {
  const page = document.documentElement;
  page.lang = language.getSnapshot().context.locale;
  language.subscribe(({ context: { locale } }) => {
    if (page.lang === locale) return;
    page.lang = locale;
    // The language of a shared board is that of its link, and no choice for the console.
    if (location.pathname !== SHARED_BOARD_PATH) storage.write(LOCALE, locale);
  });
};

/** Stores the selected product per user, and restores it once the user's start-up lists are loaded. */
const keepProduct = (actor: Console['actor'], storage: ExpiringStorage) => {
  actor.subscribe(({ context: { data, product } }) => {
    if (data === null) return;
    const name = productOfUser(data.profile.id);
    const storedProduct = storage.read(name, isId);
    if (product !== null) {
      if (storedProduct !== product) storage.write(name, product);
    } else if (storedProduct !== null && data.lists.product.some(({ id }) => id === storedProduct)) {
      actor.send({ type: 'product.choose', id: storedProduct });
    }
  });
};
