import { useRouterState } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { copy } from '../../components/copy.ts';
import { Icon } from '../../components/icon.tsx';
import type { FileWanted } from '../../console/downloads.ts';
import { DownloadMenu } from '../list/download-menu.tsx';
import { useCopied } from '../use-copied.ts';

/** A report as a file. */
export interface ReportFile {
  /** Where its files are, in the API. */
  readonly path: string;
  readonly question: FileWanted['query'];
  /** The columns that are shown, in their order. */
  readonly columns: readonly string[];
}
export interface ToolsProps { readonly file: ReportFile | null }

/** What can be made of a report as it is shown: a link, paper, a file. A chunk of its own, after the rows. */
const ToolsMenu = ({ file }: ToolsProps) => {
  const intl = useIntl();
  const href = useRouterState({ select: state => state.location.href });
  const copied = useCopied();
  return (
    <span className="tp-bar-tools">
      <Button label={intl.formatMessage({ id: 'list.copy_link' })} icon={<Icon name="link" />} onClick={() => void copy(window.location.origin + href).then(() => copied(true), () => copied(false))} />
      <Button label={intl.formatMessage({ id: 'analysis.print' })} icon={<Icon name="print" />} onClick={() => window.print()} />
      {file !== null && <DownloadMenu path={file.path} query={file.question} columns={file.columns} />}
    </span>
  );
};
export default ToolsMenu;
