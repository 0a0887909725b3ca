import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import type { ActorRefFrom, InspectionEvent } from 'xstate';
import type { Notice } from '../../machines/banner.ts';
import type { columnChoicesMachine } from '../../machines/column-choices.ts';
import type { Theme } from '../../machines/appearance.ts';
import type { consoleMachine } from '../../machines/console.ts';
import type { SignedInData } from '../../machines/signed-in-data.ts';
import type { Locale } from '../../machines/language.ts';
import type { networkMachine } from '../../machines/network.ts';
import type { Level, ListName, PermissionKey, Selection } from '../../machines/startup.ts';
import type { uncaughtErrorMachine } from '../../machines/uncaught-error.ts';
import type { Execute } from '../gateway/client.ts';
import { useSystemDark } from './media.ts';
import type { Account } from './session-store.ts';

export type ConsoleActor = ActorRefFrom<typeof consoleMachine>;

/** Dependencies of the screens: the root actor and the gateway. Created before React renders. */
export interface Console {
  readonly actor: ConsoleActor;
  readonly execute: Execute;
  /** Gateway without tokens, for the pages before sign-in. */
  readonly executePublic: Execute;
  /** Company and kind of the last sign-in, without the password. */
  readonly account: () => Account;
  /** Wraps the gateway, for example by retries and progress reports. */
  readonly wrapExecute: (wrap: (execute: Execute) => Execute) => void;
  /**
   * Passes the steps of all actors to an observer, including earlier ones, each once. There is one observer
   * at a time.
   */
  readonly inspect: (observer: (event: InspectionEvent, at?: number) => void) => void;
  /** Objects of a signed-in user (src/console/signed-in.ts); null before sign-in. */
  signedIn: SignedInActors | null;
  /**
   * Whether the user navigated within the console since the page was loaded. Only then does the console set
   * the focus; otherwise it is the browser's.
   */
  hasNavigated: boolean;
}

/** The connection actor, the handler of uncaught errors, and the user's column choices. */
export interface SignedInActors {
  readonly network: ActorRefFrom<typeof networkMachine>;
  readonly uncaughtErrors: ActorRefFrom<typeof uncaughtErrorMachine>;
  readonly columnChoices: ActorRefFrom<typeof columnChoicesMachine>;
}

export const ConsoleContext = createContext<Console | null>(null);

export const useConsole = (): Console => {
  const console = use(ConsoleContext);
  if (console === null) throw new Error('This needs a <ConsoleContext> above it.');
  return console;
};

/** The gateway for requests outside query machines, such as the ports of other machines. */
export const useExecute = (): Execute => useConsole().execute;

/** The gateway without tokens, for requests that need no signed-in user. */
export const useExecutePublic = (): Execute => useConsole().executePublic;

/**
 * Profile, role and start-up lists of the signed-in user.
 * @throws outside the shell, which waits until they are loaded
 */
export const useSignedInData = (): SignedInData => {
  const known = useSelector(useConsole().actor, state => state.context.data);
  if (known === null) throw new Error('This belongs inside the shell.');
  return known;
};

/**
 * The level that the user's role has for a permission; screens hide or disable what the server would refuse.
 */
export const useLevel = (key: PermissionKey): Level => useSignedInData().role.permissions[key];

/**
 * Groups of records with one rule for changes: `settings` are ads, ad networks and the like; `administration`
 * is company, users, agencies and roles.
 */
export type WriteScope = 'settings' | 'administration';

/**
 * Whether the user may write records of a scope: administrators both, users settings, agencies neither (as
 * `server/http/visibility.ts`).
 */
export const useMayWrite = (scope: WriteScope): boolean => {
  const { base } = useSignedInData().role;
  return base === 'admin' || (base === 'user' && scope === 'settings');
};

/** The entries of a start-up list. */
export const useSelections = (list: ListName): readonly Selection[] => useSignedInData().lists[list];

/** The current language, and a function that changes it. */
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

/** The chosen theme, whether dark colours apply at present, and a function that changes the theme. */
export const useTheme = (): {
  readonly choice: Theme;
  readonly dark: boolean;
  readonly choose: (theme: Theme) => void;
} => {
  const appearanceActor = useSelector(useConsole().actor, state => state.context.appearance);
  const choice = useSelector(appearanceActor, state => state.value.theme);
  const systemDark = useSystemDark();
  return {
    choice,
    dark: choice === 'dark' || (choice === 'system' && systemDark),
    choose: theme => appearanceActor.send({ type: `theme.${theme}` }),
  };
};
