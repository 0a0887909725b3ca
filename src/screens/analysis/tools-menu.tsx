import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { copy } from '../../components/copy.ts';
import { Icon } from '../../components/icon.tsx';
import type { RawSearch } from '../../console/address.ts';
import type { FileWanted } from '../../console/downloads.ts';
import { useMayWrite } from '../../console/context.ts';
import { DownloadMenu } from '../list/download-menu.tsx';
import { ViewsMenu } from '../list/views-menu.tsx';
import { useCopied } from '../use-copied.ts';
import { mailOf } from './mail.ts';
import { writeAnalysisSearch } from './search.ts';
import type { Site } from './site.ts';
import { useSavableReport } from './use-savable-report.ts';

/** A report as a file. */
export interface ReportFile {
  /** Where its files are, in the API. */
  readonly path: string;
  readonly question: FileWanted['query'];
  /** The columns that are shown, in their order. */
  readonly columns: readonly string[];
  /** The column whose order the rows have, where one may ask for that. */
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
}
export interface ToolsProps {
  readonly site: Pick<Site, 'name' | 'go' | 'columnChoice' | 'search'>;
  readonly file: ReportFile | null;
}

/** The order of a file; none, where it has no column of that name. */
const orderOf = ({ columns, sort }: ReportFile): ReportFile['question'] => (sort === null || !columns.includes(sort.field) ? {} : { sortName: sort.field, sortAsc: !sort.descending });

/** What can be made of a report as it is shown: a view, a link, paper, a file. A chunk of its own, after the rows. */
const ToolsMenu = ({ site, file }: ToolsProps) => {
  const intl = useIntl();
  const { href, pathname } = useRouterState({ select: state => state.location });
  const raw = useSearch({ strict: false }) as RawSearch;
  const copied = useCopied();
  const navigate = useNavigate();
  const mayWrite = useMayWrite('settings');
  const mail = file === null ? null : mailOf(site, { ...file, question: { ...file.question, ...orderOf(file) } }, { path: pathname, search: { ...raw, ...writeAnalysisSearch({ hide: site.columnChoice.hidden }) } as RawSearch });
  return (
    <span className="tp-bar-tools">
      <ViewsMenu savable={useSavableReport(site)} />
      <Button label={intl.formatMessage({ id: 'list.copy_link' })} icon={<Icon name="link" />} onClick={() => void copy(window.location.origin + href).then(() => copied(true), () => copied(false))} />
      <Button label={intl.formatMessage({ id: 'analysis.print' })} icon={<Icon name="print" />} onClick={() => window.print()} />
      {mail !== null && mayWrite && <Button label={intl.formatMessage({ id: 'analysis.mail' })} icon={<Icon name="mail" />} onClick={() => void navigate({ to: '/analyze/delivery', search: mail } as never)} />}
      {file !== null && <DownloadMenu path={file.path} query={{ ...file.question, ...orderOf(file) }} columns={file.columns} />}
    </span>
  );
};
export default ToolsMenu;
