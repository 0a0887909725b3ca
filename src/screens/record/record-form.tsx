import { useId } from 'react';
import { useIntl } from 'react-intl';
import { useKnown } from '../../console/context.ts';
import type { Constraint, Constraints, Faults } from '../../resources/constraints.ts';
import type { Widget } from '../../resources/resource.ts';
import { sectionsOf, type AnyDraft, type AnyField, type FieldTexts } from './fields.ts';
import { isNeededHere } from './needed.ts';
import { useFaultText } from './use-fault-text.ts';
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

/** Texts so long are not counted for the user beforehand. */
const HINTED_TO = 1000;
const FULL_WIDTH_WIDGETS: ReadonlySet<Widget> = new Set<Widget>([
  'area',
  'landing_pages',
  'parameters',
  'judgements',
  'mapping',
  'many',
  'addresses',
]);

const isNeeded = ({ required, nullable }: Constraint, widget: Widget): boolean =>
  required === true && nullable !== true && widget !== 'switch';

/** The fields of a record in their sections, two beside each other where there is room. */
export const RecordForm = ({ fields, constraints, draft, faults, texts, onChange, onLeave }: Props) => {
  const intl = useIntl();
  const id = useId();
  const { lists } = useKnown();
  const faultText = useFaultText();
  const hintOf = (field: AnyField, { maxLength }: Constraint): string | undefined =>
    texts.hintOf(field.field) ??
    (maxLength !== undefined && maxLength <= HINTED_TO
      ? intl.formatMessage({ id: 'form.within' }, { max: maxLength })
      : undefined);
  // What is wrong where nothing is drawn is said above all, or nobody would know why it is not saved.
  const astray = Object.entries(faults).filter(
    ([path]) => !fields.some(({ field }) => path === field || path.startsWith(`${field}.`)),
  );
  const draw = (field: AnyField) => {
    const constraint = constraints[field.field] ?? {};
    const Draw = WIDGETS[field.widget];
    const here = isNeededHere(field, draft, lists);
    const needed = here || isNeeded(constraint, field.widget);
    return (
      <div
        key={field.field}
        className={
          field.wide === true || FULL_WIDTH_WIDGETS.has(field.widget)
            ? 'tp-wide'
            : field.starts === true
              ? 'tp-starts'
              : undefined
        }
      >
        <Draw
          field={field}
          texts={texts}
          value={draft[field.field]}
          required={field.widget === 'choice' ? here || constraint.nullable !== true : needed}
          marked={needed}
          hint={hintOf(field, constraint)}
          maxLength={constraint.maxLength}
          faults={faultText(faults[field.field])}
          faultsAt={path => faultText(faults[`${field.field}.${path}`])}
          onChange={value => onChange(field.field, value)}
          onLeave={() => onLeave(field.field)}
        />
      </div>
    );
  };
  return (
    <div className="tp-form">
      {astray.length > 0 && (
        <p className="form-failure" role="alert" tabIndex={-1}>
          {astray
            .map(
              ([path, found]) =>
                `${texts.labelOf(path.split('.')[0] ?? path)}: ${faultText(found).join(' ')}`,
            )
            .join(' / ')}
        </p>
      )}
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
