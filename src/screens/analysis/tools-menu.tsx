import { useRouterState } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import type { ReportQuestion } from '../../analyses/analysis.ts';
import { Button } from '../../components/button.tsx';
import { copy } from '../../components/copy.ts';
import { Icon } from '../../components/icon.tsx';
import { DownloadMenu } from '../list/download-menu.tsx';
import { useCopied } from '../use-copied.ts';

export interface ToolsProps {
  /** Where its files are; null: there are none. */
  readonly path: string | null;
  readonly question: ReportQuestion;
  /** The columns that are shown, in their order. */
  readonly columns: readonly string[];
}

/** What can be made of a report as it is shown: a link, paper, a file. A chunk of its own, after the rows. */
const ToolsMenu = ({ path, question, columns }: ToolsProps) => {
  const intl = useIntl();
  const href = useRouterState({ select: state => state.location.href });
  const copied = useCopied();
  return (
    <span className="tp-bar-tools">
      <Button label={intl.formatMessage({ id: 'list.copy_link' })} icon={<Icon name="link" />} onClick={() => void copy(window.location.origin + href).then(() => copied(true), () => copied(false))} />
      <Button label={intl.formatMessage({ id: 'analysis.print' })} icon={<Icon name="print" />} onClick={() => window.print()} />
      {path !== null && <DownloadMenu path={path} query={{ ...question }} columns={columns} />}
    </span>
  );
};
export default ToolsMenu;
