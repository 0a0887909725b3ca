import { Delta } from '../../components/delta.tsx';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridColumn } from '../../components/grid/types.ts';
import type { Format } from '../../resources/column.ts';
import { useCopied } from '../use-copy-notice.ts';
import { NUMBER_CASES, NUMBERS, TEXT_CASES, TEXTS } from './extreme-values.ts';
import type { Sample } from './sample.ts';
import { useSpeech, type Speech } from './demo-texts.ts';

type Case = (typeof NUMBER_CASES)[number] | (typeof TEXT_CASES)[number];
type Row = Readonly<Record<string, unknown>> & { readonly key: string; readonly sample: string };

/** Column name of a format. The format `choice` needs a field whose messages define its codes. */
const fieldOf = (format: Format): string => (format === 'choice' ? 'approval_status' : format);

interface Props {
  readonly label: string;
  readonly values: Readonly<Record<string, Readonly<Partial<Record<Case, unknown>>>>>;
  readonly cases: readonly Case[];
}

/** Cells of all formats of a kind, rendered by the grid: a column per format, a row per case. */
const Cells = ({ label, values, cases }: Props) => {
  const { translate } = useSpeech();
  const copied = useCopied();
  const formats = Object.keys(values) as readonly Format[];
  const columns: readonly GridColumn<Row>[] = [
    { field: 'sample', format: 'text', label: translate('demo.sample'), size: 132 },
    ...formats.map(format => ({
      field: fieldOf(format),
      format,
      label: translate(`demo.format.${format}`),
      help: () => format,
      sortable: true,
    })),
  ];
  const rows = cases.map((name): Row => ({
    ...Object.fromEntries(formats.map(format => [fieldOf(format), values[format]?.[name]])),
    key: name,
    sample: translate(`demo.${name}`),
  }));
  return (
    <DataGrid
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      onCopied={copied}
      caption={translate('grid.rows', { count: rows.length })}
    />
  );
};

const CHANGES: readonly (readonly [
  now: number | null,
  before: number | null,
  moreIsBetter: boolean | null,
])[] = [
  [120, 100, true],
  [80, 100, true],
  [120, 100, false],
  [120, 100, null],
  [100, 100, true],
  [100, 0, true],
  [null, 100, true],
  [1_000_000, 1, true],
];

export const cells = ({ translate }: Speech): readonly Sample[] => [
  {
    id: 'cells-numbers',
    name: translate('demo.numbers'),
    code: Object.keys(NUMBERS).join(' '),
    draw: <Cells label={translate('demo.numbers')} values={NUMBERS} cases={NUMBER_CASES} />,
  },
  {
    id: 'cells-texts',
    name: translate('demo.texts'),
    code: Object.keys(TEXTS).join(' '),
    draw: <Cells label={translate('demo.texts')} values={TEXTS} cases={TEXT_CASES} />,
  },
  {
    id: 'cells-delta',
    name: translate('demo.deltas'),
    code: 'Delta',
    draw: (
      <div className="demo-row">
        {CHANGES.map(([now, before, better]) => (
          <Delta key={`${now} ${before} ${better}`} now={now} before={before} moreIsBetter={better} />
        ))}
      </div>
    ),
  },
];
