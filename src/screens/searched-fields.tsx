import type { ListName } from '../../machines/startup.ts';
import type { FieldProps } from '../components/field.tsx';
import { ChoiceField } from '../components/fields/choice-field.tsx';
import type { OptionValue } from '../components/option-search.ts';
import { ManyField } from '../components/fields/many-field.tsx';
import { useEntrySearch } from './use-entry-search.ts';

interface Props extends FieldProps {
  readonly label: string;
  readonly list: ListName;
  readonly group?: number | undefined;
  /** Product whose entries can be chosen. */
  readonly product: number | undefined;
}

interface ChoiceProps extends Props {
  readonly value: number | null;
  readonly onChange: (value: OptionValue | null) => void;
  readonly onLeave?: (() => void) | undefined;
}

/** Dropdown of a list that is searched on the server. */
export const SearchedChoice = ({ list, group, product, value, ...field }: ChoiceProps) => {
  const { options, search } = useEntrySearch({ list, group, product, chosen: value === null ? [] : [value] });
  return <ChoiceField {...field} value={value} options={options} search={search} />;
};

interface ManyProps extends Props {
  readonly value: readonly number[];
  readonly onChange: (value: readonly OptionValue[]) => void;
}

/** Multiple choice of a list that is searched on the server. */
export const SearchedMany = ({ list, group, product, value, ...field }: ManyProps) => {
  const { options, search } = useEntrySearch({ list, group, product, chosen: value });
  return <ManyField {...field} value={value} options={options} search={search} />;
};
