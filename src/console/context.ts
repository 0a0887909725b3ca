import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import type { ActorRefFrom, InspectionEvent } from 'xstate';
import type { Notice } from '../../machines/banner.ts';
import type { Theme } from '../../machines/appearance.ts';
import type { consoleMachine } from '../../machines/console.ts';
import type { Known } from '../../machines/signed-in-data.ts';
import type { Locale } from '../../machines/language.ts';
import type { networkMachine } from '../../machines/network.ts';
import type { Level, ListName, PermissionKey, Selection } from '../../machines/startup.ts';
import type { troubleMachine } from '../../machines/uncaught-error.ts';
import type { Ask } from '../gateway/client.ts';
import { useSystemDark } from './media.ts';
import type { Account } from './tokens.ts';

export type ConsoleActor = ActorRefFrom<typeof consoleMachine>;

/**
 * What the screens may reach of the outside: the one actor of the console and the gateway. Created before
 * React.
 */
export interface Console {
  readonly actor: ConsoleActor;
  readonly ask: Ask;
  /** The calls of the pages before the sign-in, which need no token. */
  readonly askOpenly: Ask;
  /** As whom one signed in here last, the password aside. */
  readonly account: () => Account;
  /** Puts something between the screens and the gateway. */
  readonly refineAsk: (refine: (ask: Ask) => Ask) => void;
  /**
   * Passes the steps of all actors to an observer, from the start of the program; to one observer at a time,
   * each step once.
   */
  readonly attend: (hear: (event: InspectionEvent, at?: number) => void) => void;
  /**
   * What exists before the sign-in is complete (src/console/signed-in.ts); the pages before the sign-in do
   * without it.
   */
  inside: Inside | null;
  /**
   * Another page was shown before the present one, without a reload in between: the focus is then ours to
   * lead, else it is the browser's.
   */
  walked: boolean;
}

/** The connection to the server, and the handler of uncaught errors. */
export interface Inside {
  readonly network: ActorRefFrom<typeof networkMachine>;
  readonly uncaughtErrors: ActorRefFrom<typeof troubleMachine>;
}

export const ConsoleContext = createContext<Console | null>(null);

export const useConsole = (): Console => {
  const console = use(ConsoleContext);
  if (console === null) throw new Error('This needs a <ConsoleContext> above it.');
  return console;
};

/** Sends a query to the server outside of a query machine, for the ports of other machines. */
export const useAsk = (): Ask => useConsole().ask;

/** Sends the server a query that needs no sign-in, independent of the signed-in user. */
export const useOpenAsk = (): Ask => useConsole().askOpenly;

/**
 * Who is signed in, with what rights, and the start-up lists. Only for screens inside the shell, which waits
 * for it.
 */
export const useKnown = (): Known => {
  const known = useSelector(useConsole().actor, state => state.context.known);
  if (known === null) throw new Error('This belongs inside the shell.');
  return known;
};

/** What the user's role allows for one key; a screen hides or disables what the server would refuse. */
export const useLevel = (key: PermissionKey): Level => useKnown().role.permissions[key];

/**
 * What may be changed apart from the logs: `settings` are ads, networks and the like; `administration` is
 * company, users, agencies and roles.
 */
export type WriteScope = 'settings' | 'administration';

/**
 * Whether the user may change records of a scope: administrators both, users settings, agencies neither (the
 * rule of `server/http/visibility.ts`).
 */
export const useMayWrite = (scope: WriteScope): boolean => {
  const { base } = useKnown().role;
  return base === 'admin' || (base === 'user' && scope === 'settings');
};

/** The entries of a start-up list, as choices. */
export const useSelections = (list: ListName): readonly Selection[] => useKnown().lists[list];

/** The language spoken now, and how to choose another. */
export const useLocale = (): { readonly locale: Locale; readonly choose: (locale: Locale) => void } => {
  const language = useSelector(useConsole().actor, state => state.context.language);
  const locale = useSelector(language, state => state.context.locale);
  return { locale, choose: wanted => language.send({ type: 'choose', locale: wanted }) };
};

/** Shows a notice in the banner. */
export const useNotify = (): ((notice: Notice) => void) => {
  const banner = useSelector(useConsole().actor, state => state.context.banner);
  return notice => banner.send({ type: 'notice', notice });
};

/** What was chosen as theme and whether that means dark just now. */
export const useTheme = (): {
  readonly choice: Theme;
  readonly dark: boolean;
  readonly choose: (theme: Theme) => void;
} => {
  const chrome = useSelector(useConsole().actor, state => state.context.chrome);
  const choice = useSelector(chrome, state => state.value.theme);
  const systemDark = useSystemDark();
  return {
    choice,
    dark: choice === 'dark' || (choice === 'system' && systemDark),
    choose: theme => chrome.send({ type: `theme.${theme}` }),
  };
};
