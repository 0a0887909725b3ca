import { createFormatter } from '../../src/components/formats.ts';
import { isNumeric } from '../../src/components/formats.ts';
import { measuring, WORDS } from './page.ts';
import { COLUMNS, makeRows, type BenchColumn, type BenchRow } from './rows.ts';

// A page written by hand for this table: a filter field, a header row, and the visible rows, with the same texts as the
// console's grid.
const rows = makeRows(10_000);
const [ROW, HEIGHT, OVERSCAN] = [34, 548, 4];
const format = createFormatter(
  {
    daysHours: (d, h) => `${d}日${h}時間`,
    hoursMinutes: (h, m) => `${h}時間${m}分`,
    minutesSeconds: (m, s) => `${m}分${s}秒`,
    seconds: s => `${s}秒`,
  },
  { tag: word => WORDS[word] ?? word, choice: () => null },
);
const collator = new Intl.Collator('ja', { numeric: true });
const hidden = new Set<string>();
const selected = new Set<string>();
let [shown, sort, wanted]: [readonly BenchRow[], { column: BenchColumn; sign: number } | null, string] = [
  rows,
  null,
  '',
];
const [scroll, head, body] = [
  document.createElement('div'),
  document.createElement('div'),
  document.createElement('div'),
];

const cell = (text: string, column: BenchColumn, width: number): HTMLElement => {
  const element = document.createElement('div');
  element.className = isNumeric(column.format) ? 'cell number' : 'cell';
  element.style.width = `${width}px`;
  element.dataset['column'] = column.field;
  element.textContent = text;
  return element;
};
const visible = () => COLUMNS.filter(column => !hidden.has(column.field));
const box = (checked: boolean): HTMLInputElement =>
  Object.assign(document.createElement('input'), { type: 'checkbox', checked });

const draw = (): void => {
  const [from, to] = [
    Math.max(0, Math.floor(scroll.scrollTop / ROW) - OVERSCAN),
    Math.min(shown.length, Math.ceil((scroll.scrollTop + HEIGHT) / ROW) + OVERSCAN),
  ];
  body.style.height = `${shown.length * ROW}px`;
  body.replaceChildren(
    ...shown.slice(from, to).map((row, index) => {
      const line = Object.assign(document.createElement('div'), {
        className: selected.has(row.ad_id) ? 'line selected' : 'line',
      });
      line.style.transform = `translateY(${(from + index) * ROW}px)`;
      line.append(
        box(selected.has(row.ad_id)),
        ...visible().map(column => cell(format(column.format, row[column.field], column.field), column, 140)),
      );
      return line;
    }),
  );
};
const drawHead = (): void =>
  head.replaceChildren(
    box(selected.size === rows.length),
    ...visible().map(column => cell(column.label, column, 140)),
  );

const refresh = (): void => {
  const needle = wanted.toLowerCase();
  const found = rows.filter(row =>
    COLUMNS.some(column => String(row[column.field]).toLowerCase().includes(needle)),
  );
  const by = sort;
  shown =
    by === null
      ? found
      : found.sort(
          (a, b) =>
            by.sign *
            (isNumeric(by.column.format)
              ? Number(a[by.column.field]) - Number(b[by.column.field])
              : collator.compare(String(a[by.column.field]), String(b[by.column.field]))),
        );
  draw();
};

const mount = (): void => {
  const field = Object.assign(document.createElement('input'), { type: 'search' });
  field.addEventListener('input', () => {
    wanted = field.value;
    refresh();
  });
  [scroll.className, head.className, body.className] = ['scroll', 'head', 'body'];
  scroll.addEventListener('scroll', draw);
  head.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLInputElement) {
      if (target.checked) for (const row of rows) selected.add(row.ad_id);
      else selected.clear();
      return draw();
    }
    const column = COLUMNS.find(({ field: name }) => name === (target as HTMLElement).dataset['column']);
    if (column !== undefined) sort = { column, sign: sort?.column === column ? -sort.sign : 1 };
    refresh();
  });
  scroll.append(head, body);
  document.body.append(field, scroll);
  drawHead();
  draw();
};

globalThis.bench = {
  ...measuring,
  mount,
  toggle: name => {
    if (!hidden.delete(name)) hidden.add(name);
    drawHead();
    draw();
  },
};
