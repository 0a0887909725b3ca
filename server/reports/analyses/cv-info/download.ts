import type { Static } from '@fastify/type-provider-typebox';
import { codedCell, textCell, timeCell } from '../../../downloads/cells.ts';
import { streamedFile, type FileRow } from '../../files/analysis-file.ts';
import { STEP_SEPARATOR, withUnit } from '../../files/file-words.ts';
import { withCvInfo } from './batches.ts';
import type { CvInfo } from './conversion-rows.ts';
import { isSiteColumn, maySeeSiteColumns } from './filters.ts';
import { parseCvInfoQuery } from './query.ts';
import { CvInfoQuery } from './schema.ts';

/** A hidden ad keeps its position. */
const HIDDEN = '•••';
const nameOf = (ad: { readonly ad_name: string; readonly hidden: boolean } | null): string => {
  if (ad === null) return '';
  return ad.hidden ? HIDDEN : ad.ad_name;
};
const COLUMNS = [
  'cv_time',
  'cv_type',
  'cv_setting_name',
  'p_resid',
  'p_userid',
  'p_key1',
  'p_key2',
  'p_key3',
  'amount',
  'first_ad_name',
  'last_ad_name',
  'ad_type1',
  'ad_type2',
  'ad_type3',
  'contacts',
  'elapsed',
  'path_names',
  'conversion_id',
  'visitor_id',
  'cv_setting_id',
];
const { after: _after, limit: _limit, ...whichConversions } = CvInfoQuery.properties;
export const cvInfoFile = streamedFile<Static<typeof CvInfoQuery>>({
  name: 'cvInfo',
  path: 'cv_info',
  title: 'log.cv_info.title',
  query: whichConversions,
  columns: COLUMNS,
  columnsFor: viewer =>
    maySeeSiteColumns(viewer) ? COLUMNS : COLUMNS.filter(column => !isSiteColumn(column)),
  headingOf: (column, words) =>
    column === 'elapsed' ? withUnit(words, words.heading('cvInfo', column), 'seconds') : null,
  cellOf: (column, words) => {
    if (column === 'cv_time') return timeCell;
    return column === 'cv_type' ? codedCell(words.choices('cvInfo', 'cv_type')) : textCell;
  },
  stream: (parts, viewer, fileQuery, { signal, use }) =>
    withCvInfo(
      parts,
      viewer,
      parseCvInfoQuery(fileQuery),
      signal,
      async ({ count, batches, rebuildingSince }) => {
        const line = ({ first_ad, last_ad, path, ...row }: CvInfo): FileRow => ({
          ...row,
          first_ad_name: nameOf(first_ad),
          last_ad_name: nameOf(last_ad),
          path_names: [
            ...path.map(nameOf),
            ...(row.contacts > path.length ? [`+${row.contacts - path.length}`] : []),
          ].join(STEP_SEPARATOR),
        });
        await use({
          count,
          batches: (async function* () {
            for await (const rows of batches) yield rows.map(line);
          })(),
          rebuildingSince,
        });
      },
    ),
});
