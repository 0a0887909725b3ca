import { useIntl } from 'react-intl';
import { useMayWrite, type WriteScope } from '../console/context.ts';
import { useScreenDownloads } from '../console/screen-downloads.ts';
import type { Command } from './find-commands.ts';
import { useGo } from './palette-commands.ts';
import { aliasesOf, MODAL_ACTIONS, synonymOfAction } from './palette-places.ts';
import { useMenu } from './use-menu.ts';

/**
 * Actions that the user may do: downloads of the current screen, and the modals of screens in the user's menu.
 * Needs the texts of the palette.
 */
export const useActionCommands = (): readonly Command[] => {
  const intl = useIntl();
  const go = useGo();
  const entries = useMenu().groups.flatMap(group => group.entries);
  const may: Readonly<Record<WriteScope, boolean>> = {
    settings: useMayWrite('settings'),
    administration: useMayWrite('administration'),
  };
  const ofScreen = useScreenDownloads().map(({ format, label, run }): Command => ({
    id: `download:${format}`,
    subject: 'action',
    label,
    icon: 'download',
    words: '',
    run,
  }));
  const ofModals = MODAL_ACTIONS.filter(
    ({ to, scope }) => may[scope] && entries.some(entry => entry.to === to),
  ).map((action): Command => {
    const name = intl.formatMessage({ id: action.label });
    return {
      id: `${action.modal}:${action.to}`,
      subject: 'action',
      label: action.modal === 'add' ? intl.formatMessage({ id: 'list.add' }, { one: name }) : name,
      icon: action.icon,
      words: '',
      aliases: aliasesOf(intl.formatMessage({ id: synonymOfAction(action) })),
      run: () => go(action.to, { modal: action.modal }),
    };
  });
  return [...ofScreen, ...ofModals];
};
