import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { time } from '../../components/formats.ts';
import { Popover } from '../../components/popover.tsx';
import { useLocale, useNotify } from '../../console/context.ts';
import type { FileFormat, FileWanted } from '../../console/downloads.ts';
import { useOfferDownloads, type ScreenDownload } from '../../console/screen-downloads.ts';
import { DownloadState } from './download-state.tsx';
import { whereSelected } from './selection.ts';
import { useDownload } from './use-download.ts';

interface Props {
  /** Path of the list in the REST API: `ads`, `cv_settings`, `logs/interactions`. */
  readonly path: string;
  /** Current query of the list, without the page. */
  readonly query: FileWanted['query'];
  /** Ids of the selected rows, if rows are selectable. */
  readonly selected?: readonly number[];
  /** Shown columns in their order. */
  readonly columns: readonly string[];
  /** Whether it downloads the rows of the screen, not those of a panel: the command palette offers it. */
  readonly isOfScreen?: boolean;
}

const NONE: readonly number[] = [];
const NO_DOWNLOADS: readonly ScreenDownload[] = [];
/** Lists whose download path differs from the path of their rows. */
const FILES: Readonly<Record<string, string>> = { ads: 'logs/ads' };
const FORMATS = ['csv', 'xlsx'] as const satisfies readonly FileFormat[];

interface SelectedOnlyProps {
  readonly count: number;
  readonly checked: boolean;
  /** More rows than one request can name. */
  readonly isTooMany: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Option to download only the selected rows. */
const SelectedOnly = ({ count, checked, isTooMany, onChange }: SelectedOnlyProps) => (
  <label className="tp-item">
    <input
      type="checkbox"
      checked={checked}
      disabled={isTooMany}
      onChange={event => onChange(event.target.checked)}
    />
    <span>
      <FormattedMessage
        id={isTooMany ? 'download.too_many_selected' : 'download.selected'}
        values={{ count }}
      />
    </span>
  </label>
);

/** A download whose end is reported by a notice, and figures by previous settings by another one, since the file has none. */
const useNoticedDownload = () => {
  const notify = useNotify();
  return useDownload(({ rows, rebuildingSince }) => {
    notify({
      kind: 'SUCCESS',
      ...(rows === null
        ? { message: 'download.saved' }
        : { message: 'download.done', values: { total: rows } }),
    });
    if (rebuildingSince !== null)
      notify({
        kind: 'WARNING',
        message: 'analysis.rebuilding',
        values: { time: time(rebuildingSince) },
        timeout: -1,
      });
  });
};

/** The download of a menu's rows: the state of the running one, and a function that starts one. */
const useFileOf = ({ path, query, columns, isOfScreen = true }: Omit<Props, 'selected'>) => {
  const intl = useIntl();
  const { locale } = useLocale();
  const download = useNoticedDownload();
  /** @param where replaces the condition of the list; absent: all its rows */
  const start = (format: FileFormat, where?: string): void =>
    download.start({
      path: FILES[path] ?? path,
      format,
      columns,
      locale,
      query: where === undefined ? query : { ...query, where },
    });
  useOfferDownloads(
    isOfScreen
      ? FORMATS.map(format => ({
          format,
          label: intl.formatMessage(
            { id: 'download.of_screen' },
            { format: intl.formatMessage({ id: `download.${format}` }) },
          ),
          run: () => start(format),
        }))
      : NO_DOWNLOADS,
  );
  return { download, start, isBusy: download.is === 'preparing' || download.is === 'receiving' };
};

/** Menu that downloads all pages of a list with its current filters, order and columns. */
export const DownloadMenu = ({ selected = NONE, ...props }: Props) => {
  const intl = useIntl();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { download, start, isBusy } = useFileOf(props);
  const [narrowed, setNarrowed] = useState(true);
  const chosen = selected.length === 0 ? null : whereSelected(props.query['where'], selected);
  const translate = (id: string) => intl.formatMessage({ id });
  return (
    <div className="tp-download">
      <Button
        label={translate('download.button')}
        icon={<Icon name="download" />}
        opens
        onClick={setAnchor}
      />
      {anchor !== null && (
        <Popover anchor={anchor} label={translate('download.menu')} onClose={() => setAnchor(null)}>
          <p>{translate('download.hint')}</p>
          {selected.length > 0 && (
            <SelectedOnly
              count={selected.length}
              checked={narrowed && chosen !== null}
              isTooMany={chosen === null}
              onChange={setNarrowed}
            />
          )}
          {FORMATS.map(format => (
            <button
              key={format}
              type="button"
              className="tp-item"
              disabled={isBusy}
              onClick={() => {
                start(format, narrowed && chosen !== null ? chosen : undefined);
                setAnchor(null);
              }}
            >
              {translate(`download.${format}`)}
            </button>
          ))}
        </Popover>
      )}
      <DownloadState download={download} />
    </div>
  );
};
