import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { AnyDraft } from '../fields.ts';
import './side-panels.css';

/** Properties of the panel beside a form: id of the record (null: new) and the typed draft. */
export interface SidePanelProps {
  readonly id: number | null;
  readonly draft: AnyDraft;
  /** Read only, outside a form. */
  readonly read?: boolean;
}

/** Panel beside a form, with its heading. */
export const Panel = ({
  title,
  busy = false,
  children,
}: {
  readonly title: string;
  readonly busy?: boolean;
  readonly children: ReactNode;
}) => {
  const id = useId();
  return (
    <section className="tp-panel tp-side-panel" aria-labelledby={id} aria-busy={busy}>
      <h2 id={id}>
        <FormattedMessage id={title} />
      </h2>
      {children}
    </section>
  );
};

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** A status as text; icon and colour only repeat it. */
export const Verdict = ({
  tone,
  sign,
  children,
}: {
  readonly tone: Tone;
  readonly sign: ReactNode;
  readonly children: ReactNode;
}) => (
  <p className={`tp-verdict tp-verdict-${tone}`} role="status">
    {sign}
    <span>{children}</span>
  </p>
);
