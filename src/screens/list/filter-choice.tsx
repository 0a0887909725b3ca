import { isPartial } from '../../../machines/signed-in-data.ts';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { ManyField } from '../../components/fields/many-field.tsx';
import { useSignedInData } from '../../console/context.ts';
import { useProductChoice } from '../../console/product.ts';
import type { AnyFilter } from '../../resources/filter.ts';
import { SearchedChoice, SearchedMany } from '../searched-fields.tsx';
import type { FilterOption } from './use-filters.ts';

interface Props {
  readonly label: string;
  readonly filter: AnyFilter;
  /** All options; unused if the list is searched on the server. */
  readonly options: readonly FilterOption[];
  readonly values: readonly string[];
  /** Whether several values can be selected. */
  readonly several: boolean;
  readonly faults: readonly string[] | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** Field for the value of a condition on a choice: one option or several. */
export const FilterChoice = (props: Props) => {
  const { choices } = props.filter;
  const known = useSignedInData();
  const isSearched = choices !== undefined && 'list' in choices && isPartial(known, choices.list);
  if (isSearched) return <FilterSearch {...props} list={choices.list} group={choices.group} />;
  return props.several ? <FilterMany {...props} /> : <FilterOne {...props} />;
};

type SearchProps = Props & Pick<Parameters<typeof SearchedChoice>[0], 'list' | 'group'>;

const FilterSearch = ({ label, list, group, values, several, faults, onChange }: SearchProps) => {
  const { product } = useProductChoice();
  const ids = values.filter(value => value !== '').map(Number);
  const field = { name: 'value', label, list, group, product: product?.id, faults };
  return several ? (
    <SearchedMany {...field} value={ids} onChange={chosen => onChange(chosen.map(String))} />
  ) : (
    <SearchedChoice
      {...field}
      required
      value={ids[0] ?? null}
      onChange={chosen => onChange([String(chosen ?? '')])}
    />
  );
};

const FilterMany = ({ label, options, values, faults, onChange }: Props) => {
  const inOrder = (chosen: readonly (number | string)[]) =>
    options.map(({ value }) => value).filter(value => chosen.includes(value));
  return (
    <ManyField
      name="value"
      label={label}
      value={values}
      options={options}
      faults={faults}
      onChange={chosen => onChange(inOrder(chosen))}
    />
  );
};

const FilterOne = ({ label, options, values, faults, onChange }: Props) => (
  <ChoiceField
    name="value"
    label={label}
    value={values[0] ?? null}
    options={options}
    faults={faults}
    required
    onChange={chosen => onChange([String(chosen ?? '')])}
  />
);
