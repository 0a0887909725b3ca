import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { RawSearch } from '../../../console/address.ts';
import { useMayWrite } from '../../../console/context.ts';
import { mailOf } from './mail.ts';
import { writeAnalysisSearch } from '../search/write-search.ts';
import type { ReportFile, ToolsProps } from './tools-menu.tsx';

/**
 * Button that opens the form of a mailed report with the current query. Absent for reports that are not
 * mailed and for users who may not change settings.
 */
export const MailButton = ({
  context,
  file,
}: {
  readonly context: ToolsProps['context'];
  readonly file: Pick<ReportFile, 'path' | 'parameters' | 'columns'>;
}) => {
  const intl = useIntl();
  const pathname = useRouterState({ select: state => state.location.pathname });
  const raw = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const mayWrite = useMayWrite('settings');
  const mail = mayWrite
    ? mailOf(context, file, {
        path: pathname,
        search: { ...raw, ...writeAnalysisSearch({ hide: context.columnChoice.hidden }) } as RawSearch,
      })
    : null;
  return mail === null ? null : (
    <Button
      label={intl.formatMessage({ id: 'analysis.mail' })}
      icon={<Icon name="mail" />}
      onClick={() => void navigate({ to: '/analyze/delivery', search: mail } as never)}
    />
  );
};
