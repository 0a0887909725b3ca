import { useRouterState } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { Button } from '../../../components/button.tsx';
import { copy } from '../../../components/copy.ts';
import { Icon } from '../../../components/icon.tsx';
import type { FileWanted } from '../../../console/downloads.ts';
import { DownloadMenu } from '../../list/download-menu.tsx';
import { ViewsMenu } from '../../list/views-menu.tsx';
import { useCopied } from '../../use-copy-notice.ts';
import { MailButton } from './mail-button.tsx';
import type { ReportContext } from '../report/context.ts';
import { useSavableReport } from './use-savable-report.ts';

/** A report as a file. */
export interface ReportFile {
  /** Path of the file in the API. */
  readonly path: string;
  readonly parameters: FileWanted['query'];
  /** The shown columns in their order. */
  readonly columns: readonly string[];
  /** The sort of the rows; null: the order of the server. */
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
}
export interface ToolsProps {
  readonly context: Pick<ReportContext, 'name' | 'go' | 'columnChoice' | 'search'>;
  readonly file: ReportFile | null;
}

/** The sort parameters of a file; empty if the file lacks the column. */
const orderOf = ({ columns, sort }: ReportFile): ReportFile['parameters'] =>
  sort === null || !columns.includes(sort.field) ? {} : { sortName: sort.field, sortAsc: !sort.descending };

/**
 * Commands for the shown report: save as a view, copy the link, print, mail, download. Loaded after the
 * rows.
 */
const ToolsMenu = ({ context, file }: ToolsProps) => {
  const intl = useIntl();
  const href = useRouterState({ select: state => state.location.href });
  const copied = useCopied();
  const ordered = file === null ? null : { ...file, parameters: { ...file.parameters, ...orderOf(file) } };
  return (
    <span className="tp-bar-tools">
      <ViewsMenu savable={useSavableReport(context)} />
      <Button
        label={intl.formatMessage({ id: 'list.copy_link' })}
        icon={<Icon name="link" />}
        onClick={() =>
          void copy(window.location.origin + href).then(
            () => copied(true),
            () => copied(false),
          )
        }
      />
      <Button
        label={intl.formatMessage({ id: 'analysis.print' })}
        icon={<Icon name="print" />}
        onClick={() => window.print()}
      />
      {ordered !== null && <MailButton context={context} file={ordered} />}
      {ordered !== null && (
        <DownloadMenu path={ordered.path} query={ordered.parameters} columns={ordered.columns} />
      )}
    </span>
  );
};
export default ToolsMenu;
