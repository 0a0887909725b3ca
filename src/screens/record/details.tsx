import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useSignedInData } from '../../console/context.ts';
import { recordPage } from '../../console/record-pages.ts';
import { sectionsOf, type AnyDraft, type AnyField, type FieldTexts, type Section } from './fields.ts';
import { Shown } from './value-text.tsx';
import './record.css';

interface Props {
  readonly fields: readonly AnyField[];
  readonly draft: AnyDraft;
  readonly texts: FieldTexts;
  /** Heading level of the sections. */
  readonly level: 2 | 3;
}

/** Values of a record, read only, by section. */
export const Details = ({ fields, ...rest }: Props) => (
  <div className="tp-details">
    {sectionsOf(fields).map(section => (
      <DetailsSection key={section.name ?? ''} section={section} {...rest} />
    ))}
  </div>
);

const DetailsSection = ({
  section,
  draft,
  texts,
  level,
}: Omit<Props, 'fields'> & { readonly section: Section }) => {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="tp-details-section" {...(section.name !== null && { 'aria-labelledby': id })}>
      {section.name !== null && <Heading id={id}>{texts.sectionOf(section.name)}</Heading>}
      <dl>
        {section.fields.map(field => (
          <div
            key={field.field}
            className={field.wide === true ? 'tp-wide' : undefined}
            data-field={field.field}
          >
            <dt>{texts.labelOf(field.field)}</dt>
            <dd>
              <Linked field={field} value={draft[field.field]}>
                <Shown field={field} value={draft[field.field]} texts={texts} />
              </Linked>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/**
 * Links a value to the page of the record it names, if that exists. Not for agencies, who may see little
 * there.
 */
const Linked = ({
  field: { choices },
  value,
  children,
}: {
  readonly field: AnyField;
  readonly value: unknown;
  readonly children: ReactNode;
}) => {
  const { lists, role } = useSignedInData();
  const list = choices !== undefined && 'list' in choices ? choices.list : null;
  const to =
    list === null ||
    typeof value !== 'number' ||
    role.base === 'agency' ||
    role.base === null ||
    !lists[list].some(({ id }) => id === value)
      ? null
      : recordPage(list, value);
  return to === null ? children : <Link to={to as '/'}>{children}</Link>;
};
