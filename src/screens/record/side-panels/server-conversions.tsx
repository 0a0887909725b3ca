import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useIntl } from 'react-intl';
import {
  EndPreviousConversionKeyDocument,
  RotateConversionKeyDocument,
  type InstallationQuery,
} from '../../../../graphql/generated/graphql.ts';
import { isFailure } from '../../../../machines/failure.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import { useConfirm } from '../../../console/confirm.ts';
import { useExecute, useNotify } from '../../../console/context.ts';
import { Copyable } from './copyable.tsx';
import { Panel, Verdict } from './panel.tsx';

interface Props {
  readonly productId: number;
  readonly installation: NonNullable<InstallationQuery['one']>;
  readonly onChanged: () => void;
  /** Read only: the conversion key cannot be changed. */
  readonly read: boolean;
}

/** Commands that change a product's conversion key, with confirmation. */
const useKeyCommands = (productId: number, onChanged: () => void) => {
  const intl = useIntl();
  const execute = useExecute();
  const confirm = useConfirm();
  const notify = useNotify();
  const translate = (id: string) => intl.formatMessage({ id });
  const change = async (
    document: TypedDocumentNode<object, { id: number }>,
    name: 'replace' | 'end_previous',
  ) => {
    try {
      const done = await confirm({
        kind: 'do',
        action: translate(`side_panel.cv.${name}.action`),
        subject: translate(`side_panel.cv.${name}.subject`),
        act: () => execute(document, { id: productId }),
      });
      if (!done) return;
      notify({ kind: 'SUCCESS', message: `side_panel.cv.${name}.done` });
      onChanged();
    } catch (error) {
      // The confirmation dialog has already shown the failure.
      if (!isFailure(error)) throw error;
    }
  };
  return {
    replace: () => void change(RotateConversionKeyDocument, 'replace'),
    endPrevious: () => void change(EndPreviousConversionKeyDocument, 'end_previous'),
  };
};

/**
 * Panel about conversions reported by servers: conversion key, example request, and a warning while the key
 * is not required.
 */
export const ServerConversions = ({ productId, installation, onChanged, read }: Props) => {
  const intl = useIntl();
  const show = useFormatter();
  const commands = useKeyCommands(productId, onChanged);
  const translate = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const { conversion_key, conversion_call, previous_conversion_key_until } = installation;
  return (
    <Panel title="side_panel.cv.title">
      {!installation.conversion_key_required && (
        <Verdict tone="warn" sign={<Icon name="warning" />}>
          {translate('side_panel.cv.open')}
        </Verdict>
      )}
      {installation.unique_result_identifiers === 0 && (
        <Verdict tone="warn" sign={<Icon name="warning" />}>
          {translate('side_panel.cv.counted_again')}
        </Verdict>
      )}
      {conversion_key !== null && (
        <Copyable
          label={translate('column.conversion_key')}
          text={conversion_key}
          note={translate('side_panel.cv.key_hint')}
        />
      )}
      {conversion_call !== null && (
        <Copyable
          label={translate('side_panel.cv.call')}
          text={conversion_call}
          note={translate('side_panel.cv.call_hint')}
        />
      )}
      {previous_conversion_key_until !== null && (
        <Verdict tone="quiet" sign={<Icon name="help" />}>
          {translate('side_panel.cv.previous', { until: show('time', previous_conversion_key_until) })}
        </Verdict>
      )}
      {!read && previous_conversion_key_until === null && (
        <Button
          label={translate('side_panel.cv.replace')}
          icon={<Icon name="restore" />}
          onClick={commands.replace}
        />
      )}
      {!read && previous_conversion_key_until !== null && (
        <Button label={translate('side_panel.cv.end_previous')} onClick={commands.endPrevious} />
      )}
    </Panel>
  );
};
