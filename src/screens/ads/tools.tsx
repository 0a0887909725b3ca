import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { createQuickIndex, wordsOf } from '../../components/grid/quick.ts';
import type { GridColumn, Sort } from '../../components/grid/types.ts';
import { Icon } from '../../components/icon.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { CopyLink } from '../copy-link.tsx';
import { DownloadMenu } from '../list/download-menu.tsx';
import { whereSelected } from '../list/selection.ts';
import type { WorkingAd } from './working-ads.ts';

interface Props {
  readonly parameters: {
    readonly product_id: number;
    readonly from: string;
    readonly to: string;
    readonly show_deleted?: boolean;
  };
  readonly rows: readonly WorkingAd[];
  /** Shown columns in their order. */
  readonly columns: readonly GridColumn<WorkingAd>[];
  readonly sort: Sort<WorkingAd> | null;
  readonly quick: string;
}

const NO_ROW = [0];

/** Link and download of the ads as displayed. A chunk of its own, loaded after the rows. */
const Tools = ({ parameters, rows, columns, sort, quick }: Props) => {
  const intl = useIntl();
  const format = useFormatter();
  const where = useMemo(() => {
    const words = wordsOf(quick);
    if (words.length === 0) return '';
    const found = createQuickIndex(rows, columns, format)
      .found(rows, words)
      .map(({ id }) => id);
    return whereSelected('', found.length === 0 ? NO_ROW : found);
  }, [quick, rows, columns, format]);
  return (
    <>
      <CopyLink />
      {where === null ? (
        <Button
          label={intl.formatMessage({ id: 'download.button' })}
          name={intl.formatMessage({ id: 'download.too_many_found' })}
          icon={<Icon name="download" />}
          disabled
          onClick={() => undefined}
        />
      ) : (
        <DownloadMenu
          path="analyses/working_ads"
          columns={columns.map(({ field }) => field)}
          query={{
            ...parameters,
            where,
            ...(sort !== null &&
              columns.some(({ field }) => field === sort.field) && {
                sortName: sort.field,
                sortAsc: !sort.descending,
              }),
          }}
        />
      )}
    </>
  );
};
export default Tools;
