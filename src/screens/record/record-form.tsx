import { useId } from 'react';
import { useIntl } from 'react-intl';
import { labelledText } from '../../components/labelled-text.ts';
import { useSignedInData } from '../../console/context.ts';
import type { Constraint, Constraints, Faults } from '../../resources/constraints.ts';
import type { Widget } from '../../resources/resource.ts';
import { sectionsOf, type AnyDraft, type AnyField, type FieldTexts } from './fields.ts';
import { isNeededHere } from './required-fields.ts';
import { useFaultText } from '../use-fault-text.ts';
import { WIDGETS } from './widgets.tsx';

interface Props {
  readonly fields: readonly AnyField[];
  readonly constraints: Constraints;
  readonly draft: AnyDraft;
  readonly faults: Faults;
  readonly texts: FieldTexts;
  readonly onChange: (field: string, value: unknown) => void;
  readonly onLeave: (field: string) => void;
}

/** Maximum length up to which the hint states the limit. */
const HINTED_TO = 1000;
const FULL_WIDTH_WIDGETS: ReadonlySet<Widget> = new Set<Widget>([
  'area',
  'landing_pages',
  'parameters',
  'judgements',
  'mapping',
  'many',
  'limiting_products',
  'scopes',
  'addresses',
]);

const isNeeded = ({ required, nullable }: Constraint, widget: Widget): boolean =>
  required === true && nullable !== true && widget !== 'switch';

/** CSS class of a field's position: full width, start of a row, or in sequence. */
const placeClassOf = ({ wide, widget, starts }: AnyField): string | undefined => {
  if (wide === true || FULL_WIDTH_WIDGETS.has(widget)) return 'tp-wide';
  return starts === true ? 'tp-row-start' : undefined;
};

interface FieldProps extends Omit<Props, 'fields'> {
  readonly field: AnyField;
}

const RecordField = ({ field, constraints, draft, faults, texts, onChange, onLeave }: FieldProps) => {
  const intl = useIntl();
  const { lists } = useSignedInData();
  const faultText = useFaultText();
  const { field: name, widget } = field;
  const constraint = constraints[name] ?? {};
  const { maxLength } = constraint;
  const Draw = WIDGETS[widget];
  const here = isNeededHere(field, draft, lists);
  const needed = here || isNeeded(constraint, widget);
  const lengthHint =
    maxLength !== undefined && maxLength <= HINTED_TO
      ? intl.formatMessage({ id: 'form.within' }, { max: maxLength })
      : undefined;
  return (
    <div className={placeClassOf(field)}>
      <Draw
        field={field}
        texts={texts}
        value={draft[name]}
        required={widget === 'choice' ? here || constraint.nullable !== true : needed}
        marked={needed}
        hint={texts.hintOf(name) ?? lengthHint}
        maxLength={maxLength}
        faults={faultText(faults[name])}
        faultsAt={path => faultText(faults[`${name}.${path}`])}
        onChange={value => onChange(name, value)}
        onLeave={() => onLeave(name)}
      />
    </div>
  );
};

/**
 * Errors of fields that are not rendered; otherwise the user would see no reason why the record is not saved.
 */
const UndrawnFaults = ({ fields, faults, texts }: Pick<Props, 'fields' | 'faults' | 'texts'>) => {
  const intl = useIntl();
  const faultText = useFaultText();
  const undrawn = Object.entries(faults).filter(
    ([path]) => !fields.some(({ field }) => path === field || path.startsWith(`${field}.`)),
  );
  return (
    undrawn.length > 0 && (
      <p className="form-failure" role="alert" tabIndex={-1}>
        {undrawn
          .map(([path, found]) =>
            labelledText(texts.labelOf(path.split('.')[0] ?? path), faultText(found).join(' '), intl),
          )
          .join(' / ')}
      </p>
    )
  );
};

/** Fields of a record by section, in two columns where the width allows. */
export const RecordForm = ({ fields, ...form }: Props) => {
  const { faults, texts } = form;
  const id = useId();
  const draw = (field: AnyField) => <RecordField key={field.field} field={field} {...form} />;
  return (
    <div className="tp-form">
      <UndrawnFaults fields={fields} faults={faults} texts={texts} />
      {sectionsOf(fields).map(section =>
        section.name === null ? (
          section.fields.map(draw)
        ) : (
          <section key={section.name} className="tp-section" aria-labelledby={`${id}-${section.name}`}>
            <h3 id={`${id}-${section.name}`}>{texts.sectionOf(section.name)}</h3>
            {section.fields.map(draw)}
          </section>
        ),
      )}
    </div>
  );
};
