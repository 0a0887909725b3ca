import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { useKnown } from '../../console/context.ts';
import { recordPage } from '../../console/record-pages.ts';
import { sectionsOf, type AnyDraft, type AnyField, type FieldTexts, type Section } from './fields.ts';
import { Shown } from './show.tsx';
import './record.css';

interface Props {
  readonly fields: readonly AnyField[];
  readonly draft: AnyDraft;
  readonly texts: FieldTexts;
  /** Which heading its sections have. */
  readonly level: 2 | 3;
}

/** A record to read: what its form holds, section by section. */
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
 * What a record refers to leads there, if it is still there and has a page; agencies find little on those
 * pages, and are not led to them.
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
  const { lists, role } = useKnown();
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
