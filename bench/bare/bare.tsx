import 'primereact/resources/themes/lara-light-blue/theme.css';
import 'primereact/resources/primereact.min.css';
import { Column } from 'primereact/column';
import { DataTable } from 'primereact/datatable';
import { InputText } from 'primereact/inputtext';
import { MultiSelect } from 'primereact/multiselect';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// A page of PrimeReact's own components, without an application: a table of the size of the demo's ad statistics, with
// a filter field and a choice of columns.
const FIELDS = ['ad', 'views', 'clicks', 'cv', 'cvr', 'amount', 'cost', 'cpa', 'roas'] as const;
const ROWS = Array.from({ length: 85 }, (_, index) =>
  Object.fromEntries(
    FIELDS.map((field, column) => [
      field,
      field === 'ad' ? `Ad ${index}` : ((index + 1) * (column + 7) * 7919) % 10_000,
    ]),
  ),
);

const Page = () => {
  const [fields, setFields] = useState<readonly string[]>(FIELDS);
  const [text, setText] = useState('');
  return (
    <>
      <InputText
        type="search"
        aria-label="Filter"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <MultiSelect
        aria-label="Columns"
        value={[...fields]}
        options={[...FIELDS]}
        onChange={event => setFields(event.value as readonly string[])}
      />
      <DataTable value={ROWS} globalFilter={text} scrollable scrollHeight="480px">
        {FIELDS.filter(field => fields.includes(field)).map(field => (
          <Column key={field} field={field} header={field} sortable />
        ))}
      </DataTable>
    </>
  );
};

const root = document.createElement('div');
document.body.append(root);
createRoot(root).render(<Page />);
