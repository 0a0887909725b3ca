import { useEffect, useEffectEvent, useRef } from 'react';
import { useConsole, useLocale } from '../console/context.ts';
import { useReportChange } from '../console/row-changes.ts';

/** Lists whose rows contain names of roles, which the server answers in the user's language. */
const LISTS_WITH_ROLES = ['users', 'invitations', 'groupRoles'];

/** Loads the user's role and shown lists with roles again when another language is chosen. */
export const useReloadInLanguage = (): void => {
  const { locale } = useLocale();
  const { actor } = useConsole();
  const reportChange = useReportChange();
  const loadedIn = useRef(locale);
  const reload = useEffectEvent(() => {
    actor.send({ type: 'self.changed' });
    reportChange({ name: 'roles', selection: 'role' });
    for (const name of LISTS_WITH_ROLES) reportChange({ name });
  });
  useEffect(() => {
    if (loadedIn.current === locale) return;
    loadedIn.current = locale;
    reload();
  }, [locale]);
};
