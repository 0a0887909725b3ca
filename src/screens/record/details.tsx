import { useId } from 'react';
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
  <div className="tp-details">{sectionsOf(fields).map(section => <DetailsSection key={section.name ?? ''} section={section} {...rest} />)}</div>
);

const DetailsSection = ({ section, draft, texts, level }: Omit<Props, 'fields'> & { readonly section: Section }) => {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="tp-details-section" {...(section.name !== null && { 'aria-labelledby': id })}>
      {section.name !== null && <Heading id={id}>{texts.sectionOf(section.name)}</Heading>}
      <dl>
        {section.fields.map(field => (
          <div key={field.field} className={field.wide === true ? 'tp-wide' : undefined} data-field={field.field}>
            <dt>{texts.labelOf(field.field)}</dt>
            <dd><Shown field={field} value={draft[field.field]} texts={texts} /></dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
